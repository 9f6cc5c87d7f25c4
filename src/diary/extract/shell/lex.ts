/** A word as written, and as the program gets it. */
export interface Word {
  raw: string
  value: string
}

export type Operator = '&&' | '||' | ';' | '|' | '&' | '(' | ')'

type Token = { word: Word } | { operator: Operator }

/** Cuts a script into words and operators. Redirections, here-documents and comments are left out. */
export function lex(script: string): Token[] {
  return new Lexer(script).run()
}

/** Nesting deeper than in any real script is taken as plain text. */
const deepest = 64

class Lexer {
  readonly #script: string
  readonly #tokens: Token[] = []
  /** What is open around the current place: `"`, or a `(` that belongs to a substitution. */
  readonly #open: Array<'"' | '('> = []
  #pending: HereDocument[] = []
  #at = 0
  #word: Word | null = null
  /** The next word is where a redirection leads. */
  #redirected = false

  constructor(script: string) {
    this.#script = script
  }

  run(): Token[] {
    while (this.#at < this.#script.length) {
      if (this.#open.at(-1) === '"') this.#quoted()
      else if (this.#open.length === 0 && this.#simple()) continue
      else if (!this.#quotation() && !this.#substitution(/[$<>]\(/y)) this.#plain()
    }
    this.#endWord()
    return this.#tokens
  }

  /** Most of a script is words between blanks, for which nothing else has to be tried. */
  #simple(): boolean {
    const blank = this.#next(blanks)
    if (blank) this.#skip(blank[0])
    else if (this.#next(plainWord)) this.#takeRun(wordRun)
    else return false
    return true
  }

  /** Inside double quotes. */
  #quoted(): void {
    const escaped = this.#next(/\\([\s\S]?)/y)?.[1]
    if (escaped !== undefined) this.#take(1 + escaped.length, '"\\$`'.includes(escaped) ? escaped : `\\${escaped}`)
    else if (this.#next(/"/y)) {
      this.#open.pop()
      this.#take(1, '')
    } else if (!this.#substitution(/\$\(/y)) this.#takeRun(/[^\\"`$]+/y)
  }

  #quotation(): boolean {
    const found = this.#next(/\\([\s\S]?)|\$?'|"/y)
    if (!found) return false
    const [mark, escaped] = found
    if (escaped === '\n') this.#at += 2
    else if (escaped !== undefined) this.#take(mark.length, escaped)
    else if (mark === '"') {
      this.#open.push('"')
      this.#take(1, '')
    } else {
      const start = this.#at + mark.length
      const end = this.#closing(start, mark === "'" ? /'/g : /\\[\s\S]|'/g)
      this.#take(end + 1 - this.#at, this.#script.slice(start, end))
    }
    return true
  }

  /** Where the quote ends that began before `from`; what is escaped does not end it. */
  #closing(from: number, marks: RegExp): number {
    marks.lastIndex = from
    let found = marks.exec(this.#script)
    while (found && found[0] !== "'") found = marks.exec(this.#script)
    return found?.index ?? this.#script.length
  }

  #substitution(opening: RegExp): boolean {
    const whole = this.#next(/`[^`]*`?|\$\(\([^()\n]*\)\)/y)
    if (whole) this.#take(whole[0].length)
    else if (this.#open.length < deepest && this.#next(opening)) {
      this.#open.push('(')
      this.#take(2)
    } else return false
    return true
  }

  #plain(): void {
    const here = this.#next(hereDocument)
    if (this.#next(/\n/y)) this.#lineEnd()
    else if (here) this.#hereDocument(here)
    else if (this.#open.length > 0) this.#inSubstitution()
    else if (!this.#blank() && !this.#redirection() && !this.#operator()) this.#takeRun(wordRun)
  }

  #inSubstitution(): void {
    if (this.#next(/\)/y)) this.#open.pop()
    else if (this.#next(/\(/y)) this.#open.push('(')
    this.#takeRun(/[^\\'"`$<\n()]+/y)
  }

  #lineEnd(): void {
    const inside = this.#open.length > 0
    if (!inside) this.#operate(';')
    const end = pastBodies(this.#script, inside ? this.#at + 1 : this.#at, this.#pending)
    this.#pending = []
    if (inside) this.#take(end - this.#at)
    else this.#at = end
  }

  #hereDocument([all, dash = '', single, double, bare = '']: RegExpExecArray): void {
    this.#pending.push({ end: single ?? double ?? bare.replaceAll('\\', ''), tabs: dash !== '' })
    if (this.#open.length > 0) this.#take(all.length)
    else this.#skip(all)
  }

  /** Space, or a comment, which begins where a word could. */
  #blank(): boolean {
    const found = this.#next(/[^\S\n]+/y) ?? (this.#word === null ? this.#next(/#[^\n]*/y) : null)
    if (found) this.#skip(found[0])
    return found !== null
  }

  #redirection(): boolean {
    const found = this.#next(/&?(?:<<<|<>|<&|<|>>|>\||>&|>)/y)
    if (!found) return false
    // `2>` names a channel, `file>` ends a word.
    if (this.#word && /^\d+$/.test(this.#word.raw)) this.#word = null
    this.#skip(found[0])
    this.#redirected = true
    return true
  }

  /** A parenthesis groups commands only where a word could begin. */
  #operator(): boolean {
    const found = this.#next(/&&|\|\||;;?|\|&?|&|\)/y) ?? (this.#word === null ? this.#next(/\(/y) : null)
    if (found) this.#operate(found[0])
    return found !== null
  }

  #operate(written: string): void {
    this.#skip(written)
    this.#redirected = false
    this.#tokens.push({ operator: operators[written] ?? ';' })
  }

  #next(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at
    return sticky.exec(this.#script)
  }

  #takeRun(run: RegExp): void {
    this.#take(this.#next(run)?.[0].length ?? 1)
  }

  #take(count: number, value?: string): void {
    const raw = this.#script.slice(this.#at, this.#at + count)
    const { raw: before, value: valueBefore } = this.#word ?? { raw: '', value: '' }
    this.#word = { raw: before + raw, value: valueBefore + (value ?? raw) }
    this.#at += count
  }

  #skip(text: string): void {
    this.#endWord()
    this.#at += text.length
  }

  #endWord(): void {
    if (this.#word === null) return
    if (this.#redirected) this.#redirected = false
    else this.#tokens.push({ word: this.#word })
    this.#word = null
  }
}

const wordRun = /[^\s\\'"`$<>&|;()]+/y
/** What cannot begin a comment either. */
const plainWord = /[^\s\\'"`$<>&|;()#]/y
const blanks = /[ \t]+/y

const operators: { [written: string]: Operator } = {
  '&&': '&&',
  '||': '||',
  '|': '|',
  '|&': '|',
  '&': '&',
  '(': '(',
  ')': ')',
}

/** The text in a script between the line after `<<END` and the line `END`. */
interface HereDocument {
  end: string
  /** Tabs before its end do not count. */
  tabs: boolean
}

/** `<<END`, `<<-END`, `<<'END'` or `<<"END"`, not `<<<`. */
const hereDocument = /<<(?!<)(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([^\s;&|<>()'"]*))/y

/** Just past the last of the documents that begin here, or the end of the script. */
function pastBodies(script: string, from: number, documents: readonly HereDocument[]): number {
  return documents.reduce((at, document) => pastBody(script, at, document), from)
}

function pastBody(script: string, from: number, { end, tabs }: HereDocument): number {
  for (let at = from; at < script.length; ) {
    const lineEnd = script.indexOf('\n', at)
    const next = lineEnd < 0 ? script.length : lineEnd + 1
    const line = script.slice(at, lineEnd < 0 ? script.length : lineEnd).replace(/\r$/, '')
    if ((tabs ? line.replace(/^\t+/, '') : line) === end) return next
    at = next
  }
  return script.length
}
