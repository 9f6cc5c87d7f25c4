// Writes the text that is searched, a passage on a line, where ripgrep can read it, and prints phrases of three words from it.
// node dump-passages.mjs <folder of the cache> <folder for the text> <file for the lines of the passages>
// By itself: what it takes to read everything once would be in the way of what is timed afterwards.
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sample, seededRandom } from '../harness/random.ts'
import { eachTranscript } from './covered-text.ts'

const [cache = '', folder = '', placesFile = ''] = process.argv.slice(2)
const random = seededRandom(7)
const places: { [transcript: number]: number[] } = {}
const phrases: string[] = []
const phraseShare = 0.02
const mostPhrases = 20
for await (const [transcript, passages] of eachTranscript(cache)) {
  // Words at the end of a line and the beginning of the next follow each other, but not as ripgrep reads them.
  const lines = passages.map(({ text }) => `${text.replace(/[\r\n]+/g, '  ')}\n`)
  appendFileSync(join(folder, String(transcript)), lines.join(''))
  places[transcript] = [...(places[transcript] ?? []), ...passages.map(({ line }) => line)]
  for (const { text } of passages) {
    const found = random() < phraseShare ? /[a-z]{2,} [a-z]{3,} [a-z]{2,}/.exec(text)?.[0] : undefined
    if (found !== undefined) phrases.push(found)
  }
}
writeFileSync(placesFile, JSON.stringify(places))
process.stdout.write(`${JSON.stringify(sample([...new Set(phrases)], mostPhrases, random))}\n`)
