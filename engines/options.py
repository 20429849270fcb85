"""The number of players and the options of a game, checked against what its rule book has.

Knows names and values, no game. What is not given is as the book lists it first.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.errors import InvalidOption, Said


def seated(game: str, seats: tuple[int, ...], players: object) -> int:
    """How many play; `seats` are the numbers the game can be played by."""
    if players is None:
        return seats[0]
    for number in seats:
        if str(players) == str(number):
            return number
    raise InvalidOption(
        Said(
            "{game} is for {seats} players, not {players}",
            "option.players",
            game=game,
            seats=", ".join(map(str, seats)),
            players=players,
        )
    )


def chosen(
    game: str, choices: Mapping[str, tuple[str, ...]], given: Mapping[str, object]
) -> dict[str, str]:
    """Every option with its value, given or not; InvalidOption for what the book does not have."""
    options = {key: values[0] for key, values in choices.items()}
    for key, wanted in given.items():
        value = str(wanted)
        if not choices:
            raise InvalidOption(
                Said(
                    "{game} has no options, so '{option}' cannot be set",
                    "option.none",
                    game=game,
                    option=key,
                )
            )
        if key not in choices:
            raise InvalidOption(
                Said(
                    "{game} has no option '{option}'; its options: {known}",
                    "option.unknown",
                    game=game,
                    option=key,
                    known=", ".join(choices),
                )
            )
        if value not in choices[key]:
            raise InvalidOption(
                Said(
                    "option {option} of {game} can be {values}, not '{value}'",
                    "option.value",
                    option=key,
                    game=game,
                    values=" | ".join(choices[key]),
                    value=value,
                )
            )
        options[key] = value
    return options
