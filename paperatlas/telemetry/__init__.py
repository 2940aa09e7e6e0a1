"""OpenTelemetry: the one home of its packages. Nothing here is imported unless tracing is on."""
