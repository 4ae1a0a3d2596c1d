package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"loophole/internal/otlp"
	"loophole/internal/server"
)

// lastTraces is how long a server that ends waits for its collector of traces or metrics.
const lastTraces = 3 * time.Second

// startTraces lets the server send traces, if the flags ask for it. The returned function sends the
// last ones.
func (f *serveFlags) startTraces(o *server.Options) (end func(), err error) {
	if f.traces == "" {
		return func() {}, nil
	}
	e, err := otlp.New(f.traces, version(), resource(), o.Log)
	if err != nil {
		return nil, fmt.Errorf("--traces: %w", err)
	}
	o.Traces, o.TraceShare = e, f.share
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), lastTraces)
		defer cancel()
		e.Close(ctx)
	}, nil
}

// resource names this server for a collector.
func resource() []otlp.Attribute {
	list := []otlp.Attribute{{Name: "service.name", Value: "loophole"}, {Name: "service.version", Value: version()}}
	if name, err := os.Hostname(); err == nil {
		list = append(list, otlp.Attribute{Name: "host.name", Value: name},
			otlp.Attribute{Name: "service.instance.id", Value: fmt.Sprintf("%s:%d", name, os.Getpid())})
	}
	return list
}

// startMetrics serves the metrics of a server at an address of their own and sends them to a
// collector, if the flags ask for it. The returned function ends both.
func (f *serveFlags) startMetrics(ctx context.Context, s *server.Server, log *slog.Logger) (end func(), err error) {
	end = func() {}
	if f.metrics != "" {
		stop, err := serveMetrics(ctx, f.metrics, s.Metrics())
		if err != nil {
			return nil, fmt.Errorf("--metrics: %w", err)
		}
		end = func() { stop() }
	}
	if f.push == "" {
		return end, nil
	}
	p, err := otlp.Push(f.push, version(), resource(), log, s.WriteMetrics)
	if err != nil {
		end()
		return nil, fmt.Errorf("--push-metrics: %w", err)
	}
	served := end
	return func() {
		served()
		ctx, cancel := context.WithTimeout(context.Background(), lastTraces)
		defer cancel()
		p.Close(ctx)
	}, nil
}
