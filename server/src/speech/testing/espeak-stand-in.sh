#!/bin/sh
# Takes the options of espeak-ng that the service uses and answers in its forms: a table of voices, a WAV file of a
# length in proportion to the text, or the text's letters as if they were phonemes.
speed=175 loud=100 mode=wave
while [ $# -gt 0 ]; do
  case $1 in
    --voices)
      printf 'Pty Language       Age/Gender VoiceName          File                 Other Languages\n'
      printf ' 5  de              --/M      German             gmw/de\n'
      printf ' 5  en-gb           --/F      English_(Great_Britain) gmw/en            (en 2)\n'
      exit 0 ;;
    -s) speed=$2; shift ;;
    -a) loud=$2; shift ;;
    -v) voice=$2; shift ;;
    --ipa) mode=ipa ;;
  esac
  shift
done
text=$(cat)
case $voice in
  hang) exec sleep 600 ;;
  fail) exit 1 ;;
  mute) exit 0 ;;
  flood) exec cat /dev/zero ;;
esac
if [ $mode = ipa ]; then
  printf '%s\n' "$text" | tr 'A-Z' 'a-z' | sed 's/[^a-z ]//g; s/[a-z]/&_/g'
  exit 0
fi
printf 'RIFF\044\360\377\177WAVEfmt \020\000\000\000\001\000\001\000\042\126\000\000\104\254\000\000\002\000\020\000data\000\360\377\177'
bytes=$(( ${#text} * 22050 * 2 * 70 / 1000 * 175 / speed / 2 * 2 ))
if [ "$loud" -ge 80 ]; then byte='\040'; elif [ "$loud" -ge 10 ]; then byte='\010'; else byte='\001'; fi
head -c "$bytes" /dev/zero | tr '\0' "$byte"
