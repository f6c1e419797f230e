"""MS2xx: control flow: conditions on tensors, branches that must meet, names bound on one way only, loops."""
