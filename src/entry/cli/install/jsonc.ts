/** A member of an object in a JSON text with comments: where its key begins and where its value lies. */
export interface Member {
  key: string
  start: number
  value: Value
}

export interface Value {
  start: number
  end: number
  /** Of an object only. */
  members?: Member[]
}

/** Reads JSON with comments and trailing commas just well enough to edit it in place; undefined when it is neither. */
export function readJsonc(text: string): Value | undefined {
  try {
    const reader = new Reader(text)
    const value = reader.value()
    reader.blank()
    return reader.at === text.length ? value : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

export function memberOf(value: Value | undefined, key: string): Member | undefined {
  return value?.members?.find(member => member.key === key)
}

/** Where the white space and the comments end that begin here. */
export function blankEnd(text: string, start: number): number {
  const piece = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
  let at = start
  for (;;) {
    piece.lastIndex = at
    const found = piece.exec(text)
    if (!found) return at
    at += found[0].length
  }
}

class Unreadable extends Error {}

class Reader {
  at = 0
  constructor(readonly text: string) {
    if (text.startsWith('\ufeff')) this.at = 1
  }

  value(): Value {
    this.blank()
    const start = this.at
    const first = this.text[start]
    if (first === '{') return { start, members: this.members(), end: this.at }
    if (first === '[') this.items()
    else if (first === '"') this.string()
    else this.match(/(?:true|false|null|-?\d[\d.eE+-]*)/y)
    return { start, end: this.at }
  }

  blank(): void {
    this.at = blankEnd(this.text, this.at)
  }

  private members(): Member[] {
    const members: Member[] = []
    for (this.at++; !this.closes('}'); ) {
      const start = this.at
      const key = this.string()
      this.blank()
      this.match(/:/y)
      members.push({ key, start, value: this.value() })
      this.comma('}')
    }
    return members
  }

  private items(): void {
    for (this.at++; !this.closes(']'); ) {
      this.value()
      this.comma(']')
    }
  }

  private closes(bracket: string): boolean {
    this.blank()
    if (this.text[this.at] !== bracket) return false
    this.at++
    return true
  }

  private comma(bracket: string): void {
    this.blank()
    if (this.text[this.at] === ',') this.at++
    else if (this.text[this.at] !== bracket) throw new Unreadable()
  }

  private string(): string {
    return JSON.parse(this.match(/"(?:[^"\\\n]|\\.)*"/y))
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) throw new Unreadable()
    this.at += found.length
    return found
  }
}
