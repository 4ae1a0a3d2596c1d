// Package cluster spreads sweeps and solutions of games over machines by NATS JetStream. The works of a
// solution are handled as shards of one cell.
//
// A coordinator puts the shards that are needed into a stream, a bounded number at a time. Workers
// take them from a durable pull consumer and put the results into a bucket, each under the name of
// its shard. A shard always gives the same bytes, so it does not matter who computes it, or how
// often. A shard whose worker is silent is given out again. The bucket is the checkpoint: a coordinator
// that starts again reads it, and gives out what is missing.
//
// Workers report to the coordinator by requests. It rejects a worker with another version of the
// program, and one that reads the sweep differently.
package cluster
