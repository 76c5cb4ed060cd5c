"""Tests run against the installed package, or against a build: SEMIGRAPH_LIBRARY=build/dev/libsemigraph.so."""
