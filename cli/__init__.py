"""The command line ``ledger``: it shows and passes on, and decides nothing."""
