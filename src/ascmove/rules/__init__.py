"""The rule catalogue: what the documents, the toolchain and the device ask of a call, each with its source.

One folder per code family; a rule's record and its predicate stand together.
"""
