"""Reading words from pictures of pages, for pages whose file has none or none that can be trusted."""
