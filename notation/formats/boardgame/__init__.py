"""The log of FreeBoardGames.org's sixty-six (boardgame.io)."""
