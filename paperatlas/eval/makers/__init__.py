"""Questions made from one's own papers, with answers that are known without anybody answering them."""
