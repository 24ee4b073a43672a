"""The parts of `compare` and `report`: suites in, measured runs, rows and pictures out."""
