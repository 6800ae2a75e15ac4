"""Prints JSON lines {"text", "phonemes"} for the lines of a text file, as the Python package reads them.

    python scripts/natural-voice/make-phonemes.py LINES.txt [us|gb] > LINES.jsonl

It needs `pip install hibari-tts==0.2.1`.
"""

import json
import sys

from hibari.g2p import G2P

read = G2P(british=sys.argv[2:] == ["gb"])
with open(sys.argv[1], encoding="utf-8", newline="\n") as lines:
    for line in lines:
        text = line.rstrip("\n")
        print(json.dumps({"text": text, "phonemes": read(text)}, ensure_ascii=False))
