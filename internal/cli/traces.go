package cli

import (
	"context"
	"fmt"
	"os"
	"time"

	"loophole/internal/otlp"
	"loophole/tabletop"
)

// lastTraces is how long a server that ends waits for its collector of traces.
const lastTraces = 3 * time.Second

// traced lets the server send traces, if the flags ask for it. The returned function sends the last
// ones.
func (f *serveFlags) traced(o *tabletop.Options) (end func(), err error) {
	if f.traces == "" {
		return func() {}, nil
	}
	resource := []otlp.Attribute{{Name: "service.name", Value: "loophole"}, {Name: "service.version", Value: version()}}
	if name, err := os.Hostname(); err == nil {
		resource = append(resource, otlp.Attribute{Name: "host.name", Value: name},
			otlp.Attribute{Name: "service.instance.id", Value: fmt.Sprintf("%s:%d", name, os.Getpid())})
	}
	e, err := otlp.New(f.traces, version(), resource, o.Log)
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
