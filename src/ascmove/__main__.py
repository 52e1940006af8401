"""`python -m ascmove`: the command line."""

from ascmove.cli import main

if __name__ == "__main__":
    main()
