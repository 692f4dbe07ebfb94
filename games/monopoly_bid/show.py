"""The game for people: each event as a sentence, each view as a table."""
from ledger import Names, Picture
from ledger.games.monopoly_bid.events import Happening
from ledger.games.monopoly_bid.state import State
def tell(event: Happening, names: Names) -> str:
    return str(event)
def picture(view: State, names: Names) -> Picture:
    return ()
