import { stripVTControlCharacters } from 'node:util'
import { sha256 } from '../../files/sha256.ts'

/** A line of an output that says what went wrong. */
export interface ErrorLine {
  text: string
  /** The same for the same error, whatever its places, times, numbers and folders are. */
  signature: string
}

/** The lines that say what went wrong in the output of a command that failed; none where all it says could be of any error. */
export function errorLines(output: string): ErrorLine[] {
  const found = new Map<string, ErrorLine>()
  const logged = new Map<string, ErrorLine>()
  for (const raw of stripVTControlCharacters(output.slice(0, mostRead)).split('\n')) {
    if (found.size === mostLines) break
    const text = raw.slice(0, longestLine).toWellFormed().trim()
    if (isProgress.test(text) || isOfShell.test(text)) continue
    const isError = saysError.test(text)
    if (!isError && !hasPlace.test(text)) continue
    const signature = signatureOf(text)
    const lines = !isError && isTestLog.test(raw) ? logged : found
    if (signature !== null && !lines.has(signature)) lines.set(signature, { text, signature })
  }
  return [...(found.size > 0 ? found : logged).values()].slice(0, mostLines)
}

/** How the search index has an error; words have letters and digits only, so it can be no word. */
export function errorAttribute(signature: string): string {
  return `e=${sha256(signature).slice(0, 16)}`
}

const mostRead = 16 * 1024
const mostLines = 8
const longestLine = 300

const saysError =
  /error|fail|fatal|panic|exception|undefined|cannot|can't|could not|unable|not found|no such|not exist|denied|refused|invalid|unexpected|expected|mismatch|missing|unknown|unrecognized|illegal|conflict|abort|timed out|not defined|not a |✗|✘/i
const hasPlace = /:\d{1,7}:/
/** What a test of Go prints with its place, which may be of an error or of a log. */
const isTestLog = /^\s+\w[\w-]{0,100}\.go:\d{1,7}: /

/** What runners print about what they start or what passes, whatever it is called; advice; and lines of logs. */
const isProgress =
  /^(?:=== |--- (?:PASS|SKIP)|ok\s|PASS\b|[✓✔√]|\?\s|#|\$ |> |hint: |\[[\w:.-]{1,80}\] (?:\$|ERROR task failed))|: : # |\b(?:INFO|DEBUG|TRACE|WARN)\b/

/** What a shell says of the command that it was given: another command with the same mistake is another error. */
const isOfShell =
  /^(?:\(eval\)|(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh)(?:: -c)?:(?: line)? ?\d{1,7}: (?:parse error|syntax error|unexpected EOF)/i

/** Null where what is left could be of any error. */
function signatureOf(line: string): string | null {
  const words = line.toLowerCase().split(/\s+/)
  const telling = words.filter(word => {
    const letters = onlyLetters(normalWord(word))
    return letters.length > 1 && !anyError.has(letters)
  })
  // Which file or package failed is not why.
  const isPlaceOnly = telling.every(word => /[/\\.]/.test(word))
  const letters = telling.reduce((sum, word) => sum + onlyLetters(normalWord(word)).length, 0)
  return isPlaceOnly || letters < leastLetters ? null : words.map(normalWord).filter(Boolean).join(' ')
}

const leastLetters = 6

function onlyLetters(word: string): string {
  return word.replace(/[^\p{L}]/gu, '')
}

/** A word without folders, quotation marks, hashes and numbers that are not part of a name. */
function normalWord(word: string): string {
  let end = word.length
  while (end > 0 && '/\\:'.includes(word.charAt(end - 1))) end--
  const name = word.slice(Math.max(word.lastIndexOf('/', end - 1), word.lastIndexOf('\\', end - 1)) + 1)
  const plain = name.replace(/["'`‘’“”()[\]{}<>,;]/g, '')
  if (/^[\da-f-]{7,}[.:]?$/.test(plain) && /\d/.test(plain)) return '#'
  return plain.replace(/0x[\da-f]+/g, '#').replace(/(?<![\p{L}\d_])\d[\d.]*/gu, '#')
}

/** Words that say that something failed and not what. */
const anyError = new Set(
  `exit exited code status error errors err fail failed failing failure failures fatal panic exception command commands process
  completed returned with task tasks test tests lint build check checks run running npm pnpm yarn make makefile script lifecycle
  found file files line lines total passed passing skipped problem problems warning warnings and the for not was were has have
  this that from after before see above below details log output exitcode elifecycle errno goroutine`.split(/\s+/),
)
