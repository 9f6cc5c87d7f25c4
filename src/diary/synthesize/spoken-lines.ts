import { plainText } from '../extract/closing.ts'
import { oneLine } from '../extract/text.ts'
import { isPolite } from './courtesy.ts'

const mostLines = 60
/** Of a message so much is read. */
const mostCharacters = 3000

interface SpokenLine {
  text: string
  /** Below the first lines, and after a colon, there may be a paste. */
  isOwn: boolean
}

const ownLines = 2

/** The lines a person wrote: no code, no output, no trace, no quoted reply. */
export function spokenLines(message: string): SpokenLine[] {
  const lines: SpokenLine[] = []
  let isCode = false
  let isIntroduced = false
  const isIndented = /^[ \t]/.test(message)
  for (const raw of message.slice(0, mostCharacters).split('\n').slice(0, mostLines)) {
    const line = oneLine(raw.replace(attachment, ''))
    if (severity.test(line)) continue
    // What is indented below words that are not was copied from somewhere.
    isIntroduced ||= !isIndented && /^[ \t]+\S/.test(raw)
    // What begins with a paste goes on with it until somebody asks for something.
    isIntroduced ||= lines.length === 0 && line !== '' && isPasted(line)
    const above = lines.at(-1)
    if (line.startsWith('```')) isCode = !isCode
    // “What I want is:” is completed by the list below it.
    else if (!isCode && above && /^[-*+•] \S/.test(line) && isOpenSentence(above.text)) {
      above.text = `${above.text} ${plainText(line)}`
    } else if (!isCode && line !== '' && !isPasted(line)) {
      const isOwn = !isIntroduced && lines.length < ownLines
      const [said, pasted] = partsOf(withoutCommand(line.replace(quotation, '…')))
      if (plainText(said) !== '') lines.push({ text: plainText(said), isOwn })
      if (plainText(pasted) !== '') lines.push({ text: plainText(pasted), isOwn: false })
      isIntroduced ||= pasted !== ''
    }
    isIntroduced ||= line.endsWith(':') || isCode
  }
  return lines
}

/** Where clients put what was attached or pasted. */
const attachment = /\[(?:Image|Pasted text|Pasted Content|Attachment|File|Screenshot)[ :#][^\][\n]*\] */gi

/** The label of a finding of a review. */
const severity = /^(?:critical|high|medium|low|minor|major)(?: severity| priority)?$/i

/** “Can you look at: The cast is useless. Remove it.” hands over what somebody else wrote. */
function partsOf(line: string): [said: string, pasted: string] {
  const head = line.slice(0, introduction)
  const at = isPolite(line)
    ? head.search(/: (?=\p{Lu}|\d+\.|---|===|[❯$] )/u)
    : head.search(/: (?=---|===|[❯$] |FAIL\b|panic:)/)
  if (at > 0) return [line.slice(0, at + 1), line.slice(at + 2)]
  const list = line.search(firstEntry)
  return list > 0 ? [line.slice(0, list), line.slice(list + 1)] : [line, '']
}

/** “… into a file 1. Backend”: the first entry of a list, whose others are below. */
const firstEntry =
  /(?<!\b(?:version|step|phase|part|number|option|point|level|no|to|is)) (?=1[.)] \p{Lu}\S*(?: \S+){0,4}$)/iu

const introduction = 80

/** What somebody else wrote, when it is longer than a name or a wording. */
const quotation = /(?<=^|[\s(:])"(?=\S)[^"]{60,}(?:"|$)|“[^”]{60,}(?:”|$)/g

/** What programs print or agents write. */
export function isPasted(line: string): boolean {
  if (/^(?:[>|❯$⎿⏺•│├└✓✗⨯+#=<{}[\]-]|\/\/|at \S+ ?\(|Traceback|\d+ *[+|]|\d{4}-\d\d-\d\d[T ])/.test(line)) return true
  if (traceLine.test(line) || terminalLine.test(line)) return true
  if (
    /^\w*(?:Error|Exception|Warning)\b|^(?:fatal|error|warning|panic): |^unknown (?:command|option|flag|argument)\b|\[(?:flags|options|command)\]/.test(
      line,
    )
  )
    return true
  // `Sessions: 2`.
  if (/^[^:]{1,40}: [^\p{L}]*$/u.test(line)) return true
  // An entry of a tree or a list that a program drew.
  if (/^\S [*+>•·] /.test(line)) return true
  const letters = line.match(/\p{L}/gu)?.length ?? 0
  return letters < 0.5 * line.length
}

/** Pasted terminal output: prompts, questions that programs ask, commands continued on the next line, rows of structured logs. */
const terminalLine =
  /^(?:PS [A-Z]:\\|[A-Z]:\\[^\s>]{0,200}>|\w{1,40}@[\w.-]{1,80}:\S{0,200}[$#] |(?:Username|Password) for ['"]https?:|(?:level|time|ts|msg|lvl)=\S|(?:exit (?:status|code)|exited with(?: code)?) \d|\[[a-z][\w:.-]{0,40}\] \$ )|\s\\$|(?: \w{1,40}=\S{1,200}){3}/

/** Lines of the traces that languages print. */
const traceLine =
  /^(?:File "[^"]{1,300}", line \d|(?:from |\d{1,3}: )?\S{1,300}\.\w{1,5}:\d{1,7}(?::\d{1,7}|:in )|goroutine \d|thread '[^']{0,100}' panicked|Thread \d{1,4}: |Caused by: |Exception in thread|at [\w.$<>]{1,200} in \S)/

/** `/review the parser` as `the parser`. */
function withoutCommand(line: string): string {
  return line.replace(/^\/[\w:.-]+(?= |$) */, '')
}

function isOpenSentence(text: string): boolean {
  return text.endsWith(':') && unfinished.test(text.slice(0, -1))
}

/** Words after which a sentence goes on, in a list or paste below it. */
export const unfinished =
  /\b(?:(?<!\bas )is|are|was|be|to|the|a|an|and|or|but|of|for|(?<!\bto \p{L}{2,12} )with|in|on|at|by|from|that|which|want|as|like|if|when|into|than)[ "'“”]{0,3}$/iu
