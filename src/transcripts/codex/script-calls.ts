import type { CallInput } from '../event.ts'

/** A call that a script of the agent makes: `await tools.exec_command({ cmd: 'npm test' })`. */
interface ScriptCall {
  name: string
  /** As far as it is written out; what is put together only when the script runs is left out. */
  input: CallInput
}

/**
 * The calls that a script certainly makes, each once; null where it may make others, or some of them more than once. Newer
 * clients let the agent write its calls as a program.
 */
export function scriptCalls(source: string): ScriptCall[] | null {
  const calls: ScriptCall[] = []
  const reader = new ScriptReader(source)
  while (!reader.isAtEnd) {
    const name = reader.nextCall()
    if (name === null) continue
    if (reader.isConditional) return null
    const input = reader.value()
    calls.push({ name, input: isInput(input) ? input : {} })
  }
  return calls
}

function isInput(value: unknown): value is CallInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Not written out. */
const unknown = Symbol('unknown')

/** Reads a program once from its start to its end, as far as its calls need. */
class ScriptReader {
  readonly #source: string
  #at = 0
  /** Blocks that run only sometimes or several times, or not at once. */
  #depth = 0
  readonly #blocks: boolean[] = []
  /** Whether the statement so far decides if the rest of it runs, and how often. */
  #decides = false
  /** Texts inside of what is put into a text. */
  #texts = 0
  /** The last character that is no space: a slash behind it is a division or begins a pattern. */
  #last = ''

  constructor(source: string) {
    this.#source = source
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length
  }

  get isConditional(): boolean {
    return this.#depth > 0 || this.#decides
  }

  /** Goes on to the next token; the name of the tool where it begins a call, which is then at its argument. */
  nextCall(): string | null {
    const char = this.#source[this.#at] ?? ''
    if (/[A-Za-z_$]/.test(char)) return this.#word()
    if (this.#skipText(char)) return null
    this.#at++
    if (char === '{') this.#open()
    else if (char === '}') this.#close()
    else if (char === ';') this.#decides = false
    else if (
      char === '?' ||
      this.#source.startsWith('=>', this.#at - 1) ||
      /^(?:&&|\|\|)/.test(this.#source.slice(this.#at - 1, this.#at + 1))
    )
      this.#decides = true
    if (char.trim() !== '') this.#last = char
    return null
  }

  #word(): string | null {
    const [word = ''] = /^[\w$]+/.exec(this.#source.slice(this.#at, this.#at + 200)) ?? []
    this.#at += Math.max(1, word.length)
    this.#last = 'a'
    if (deciding.has(word)) this.#decides = true
    if (word !== 'tools' || this.#source[this.#at] !== '.') return null
    const called = /^\.(\w{1,100})\s{0,100}\(/.exec(this.#source.slice(this.#at, this.#at + 300))
    if (!called) return null
    this.#at += called[0].length
    this.#last = '('
    return called[1] ?? null
  }

  /** Skips a string, comment or pattern; false where none begins here. */
  #skipText(char: string): boolean {
    if (char === '"' || char === "'" || char === '`') {
      this.#text(char)
      return true
    }
    const next = this.#source[this.#at + 1]
    if (char !== '/') return false
    if (next === '/') this.#at = this.#after('\n')
    else if (next === '*') this.#at = this.#after('*/')
    else if (this.#last === '' || '(,=:[!&|?{};'.includes(this.#last)) this.#skipPattern()
    else return false
    return true
  }

  #after(end: string): number {
    const at = this.#source.indexOf(end, this.#at + 2)
    return at < 0 ? this.#source.length : at + end.length
  }

  #skipPattern(): void {
    let isClass = false
    for (this.#at++; !this.isAtEnd; this.#at++) {
      const char = this.#source[this.#at]
      if (char === '\n') return
      if (char === '\\') this.#at++
      else if (char === '[') isClass = true
      else if (char === ']') isClass = false
      else if (char === '/' && !isClass) break
    }
    this.#at++
    this.#last = 'a'
  }

  #open(): void {
    // A block by itself, or that is only tried, runs once; so does an object.
    const isOnce = !this.#decides && this.#last !== ')'
    this.#blocks.push(isOnce)
    if (!isOnce) this.#depth++
    this.#decides = false
  }

  #close(): void {
    if (this.#blocks.pop() === false) this.#depth--
    this.#decides = false
  }

  /** The value that is written here; `unknown` for one that is worked out. */
  value(nested = 0): unknown {
    this.#skipSpace()
    const char = this.#source[this.#at] ?? ''
    const value = nested > deepest ? unknown : this.#plainValue(char, nested)
    this.#skipSpace()
    const end = this.#source[this.#at] ?? ''
    if (value !== unknown && (end === '' || ',)]}'.includes(end))) return value
    this.#skipExpression()
    return unknown
  }

  #plainValue(char: string, nested: number): unknown {
    if (char === '{') return this.#object(nested)
    if (char === '[') return this.#list(nested)
    if (char === '"' || char === "'" || char === '`') return this.#text(char)
    const [word = ''] =
      /^(?:true|false|null|-?\d[\d_]{0,20}(?:\.\d{1,20})?)(?![\w$])/.exec(
        this.#source.slice(this.#at, this.#at + 60),
      ) ?? []
    this.#at += word.length
    return word === '' ? unknown : JSON.parse(word.replaceAll('_', ''))
  }

  #object(nested: number): CallInput {
    const object: CallInput = {}
    this.#at++
    while (!this.isAtEnd) {
      this.#skipSpace()
      const char = this.#source[this.#at] ?? ''
      if (char === '}') break
      const key = char === '"' || char === "'" ? this.#text(char) : this.#key()
      this.#skipSpace()
      if (this.#source[this.#at] === ':') {
        this.#at++
        const value = this.value(nested + 1)
        if (typeof key === 'string' && key !== '' && value !== unknown) object[key] = value
      } else this.#skipExpression()
      if (this.#source[this.#at] === ',') this.#at++
      else if (this.#source[this.#at] !== '}') break
    }
    this.#at++
    this.#last = '}'
    return object
  }

  #key(): string {
    const [word = ''] = /^[\w$]{1,200}/.exec(this.#source.slice(this.#at, this.#at + 201)) ?? []
    this.#at += word.length
    return word
  }

  #list(nested: number): unknown {
    const list: unknown[] = []
    this.#at++
    while (!this.isAtEnd) {
      this.#skipSpace()
      if (this.#source[this.#at] === ']') break
      list.push(this.value(nested + 1))
      if (this.#source[this.#at] === ',') this.#at++
      else if (this.#source[this.#at] !== ']') break
    }
    this.#at++
    return list.includes(unknown) ? unknown : list
  }

  /** A string, without its quotes; `unknown` where something is put into it. */
  #text(quote: string): string | typeof unknown {
    let text = ''
    let isWhole = true
    let from = ++this.#at
    for (; !this.isAtEnd; this.#at++) {
      const char = this.#source[this.#at]
      if (char === quote) break
      if (quote === '`' && char === '$' && this.#source[this.#at + 1] === '{') {
        isWhole = false
        if (this.#texts >= deepest) continue
        this.#at += 2
        this.#texts++
        this.#skipExpression()
        this.#texts--
        continue
      }
      if (char !== '\\') continue
      text += this.#source.slice(from, this.#at) + this.#escape()
      from = this.#at + 1
    }
    text += this.#source.slice(from, this.#at++)
    this.#last = 'a'
    return isWhole ? text : unknown
  }

  /** What an escape stands for; ends on its last character. */
  #escape(): string {
    const rest = this.#source.slice(this.#at + 1, this.#at + 12)
    const code = /^(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(rest)
    if (code) {
      this.#at += code[0].length
      const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
      return point > 0x10ffff ? '' : String.fromCodePoint(point)
    }
    this.#at++
    const char = rest[0] ?? ''
    return escapes.get(char) ?? char
  }

  #skipSpace(): void {
    for (;;) {
      const char = this.#source[this.#at] ?? ''
      const next = this.#source[this.#at + 1]
      if (char !== '' && char.trim() === '') this.#at++
      else if (char === '/' && next === '/') this.#at = this.#after('\n')
      else if (char === '/' && next === '*') this.#at = this.#after('*/')
      else return
    }
  }

  /** To the end of what is worked out here: a comma or bracket that is not inside of it. */
  #skipExpression(): void {
    let depth = 0
    while (!this.isAtEnd) {
      const char = this.#source[this.#at] ?? ''
      if (depth === 0 && ',)]}'.includes(char)) return
      if (this.#skipText(char)) continue
      if ('([{'.includes(char)) depth++
      else if (')]}'.includes(char)) depth--
      if (char.trim() !== '') this.#last = /[\w$]/.test(char) ? 'a' : char
      this.#at++
    }
  }
}

const deepest = 32
const deciding = new Set(['if', 'else', 'for', 'while', 'switch', 'case', 'catch', 'function'])
const escapes = new Map([
  ...Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }),
  ['\n', ''],
])
