"""A whole bot for the Perudo server: [PERUDO_TOKEN=...] python3 bot.py http://127.0.0.1:8000 [ruleset]."""

import json
import math
import os
import secrets
import sys
import time
import urllib.error
import urllib.request

SERVER, RULESET = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "aces"


def call(method, path, body=None, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers, method=method)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        problem = json.load(refusal)  # it has a code, and says in words what is wrong
        if problem["code"] != "throttled":
            return problem if "/moves/" in path else sys.exit(problem["detail"])  # of a move: somebody was faster
        print(problem["detail"], file=sys.stderr)
        time.sleep(int(refusal.headers["Retry-After"]))
        return call(method, path, body, token)


def chance(game, quantity, face):
    """How likely a bid is good, as far as this bot can tell."""
    counts = {1, face} if game["round"]["palifico_seat"] is None else {face}
    dice = game["you"]["dice"]
    unseen = (game["dice_in_play"] or 5 * len(game["round"]["commitments"])) - len(dice)
    missing, p = max(quantity - sum(die in counts for die in dice), 0), len(counts) / 6
    return sum(math.comb(unseen, k) * p**k * (1 - p) ** (unseen - k) for k in range(missing, unseen + 1))


def decide(game):
    """The lowest bid of the likeliest face, or dudo where the standing bid is unlikelier than that is good."""
    bids = ((chance(game, legal["min"], legal["face"]), legal) for legal in game["you"]["legal_bids"])
    best, legal = max(bids, key=lambda bid: bid[0], default=(-1, None))
    standing = game["round"]["bids"][-1] if "dudo" in game["you"]["actions"] else None
    if standing and 1 - chance(game, standing["quantity"], standing["face"]) > best:
        return {"action": "dudo"}
    return {"action": "bid", "quantity": legal["min"], "face": legal["face"]}


account = {"username": "bot_" + secrets.token_hex(6), "password": secrets.token_urlsafe(16)}
token = os.environ.get("PERUDO_TOKEN") or call("POST", "/api/v1/players/", account)["token"]  # shown once: keep it
wish = {"ruleset": RULESET, "seats": 3, "turn_seconds": 60, "fill_with_bots": True, "max_wait": 1}
game = call("POST", "/api/v1/games/quick/", wish, token)
while game["status"] in ("open", "active"):
    if game["you"]["legal_bids"] or "dudo" in game["you"]["actions"]:  # it is our turn
        call("POST", f"/api/v1/games/{game['id']}/moves/", decide(game) | {"version": game["version"]}, token)
    else:
        time.sleep(0.2)
    game = call("GET", f"/api/v1/games/{game['id']}/", token=token)
print("{player} took place {place} of 3".format(**game["seats"][game["you"]["seat"]]))
