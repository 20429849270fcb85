"""The page: a server that shows the game and hears what people do in the browser."""
