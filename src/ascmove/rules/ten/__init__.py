"""Rules about tensors: where they lie and what a transfer touches of them."""
