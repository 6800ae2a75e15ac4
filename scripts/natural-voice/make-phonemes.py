"""Prints JSON lines {"text", "phonemes"} for the lines of a text file, as the Python package reads them.

    python scripts/natural-voice/make-phonemes.py LINES.txt > LINES.jsonl

It needs `pip install hibari-tts==0.2.1`. `--british` reads with the British lexicons.
"""

import json
import sys

from hibari import Hibari
from hibari.g2p import G2P

arguments = [argument for argument in sys.argv[1:] if argument != "--british"]
read = Hibari().g2p
if "--british" in sys.argv:
    from hibari.oov import OOV  # the British net belongs to a British voice only

    read = G2P(oov=OOV(british=True), british=True)

with open(arguments[0], encoding="utf-8", newline="\n") as lines:
    for line in lines:
        text = line.rstrip("\n")
        print(json.dumps({"text": text, "phonemes": read(text)}, ensure_ascii=False))
