/** Longer values are judged by their beginning, so that judging one costs the same however long it is. */
export const judgedLength = 64

/** A value in the place of a secret that is not one: a reference, a placeholder, a word of a sentence. */
export function isHarmless(value: string): boolean {
  return isReference(value) || isPlaceholder(value)
}

/** Letters of one case and separators only, as in `authentication-scheme`: no generated token looks so. */
export function isPlainWords(value: string): boolean {
  return /^[a-z._/~+=-]*$|^[A-Z._/~+=-]*$|^[A-Z]?[a-z]*$/.test(value)
}

/** Words in lower case with separators between them, as in `some-kebab-case-name`. */
export function isSeparatedWords(value: string): boolean {
  return /[-_./]/.test(value) && !/[A-Z0-9]/.test(value)
}

/** `CancellationToken1`, or three and more words or small numbers with separators between them: `ci-job-name-2`. */
export function isIdentifier(value: string): boolean {
  if (/token|secret|key/i.test(value) && value.replace(/[^0-9]/g, '').length <= 2) return true
  const parts = value.split(/[-_.]/)
  return parts.length >= 3 && parts.every(part => /^(?:[A-Za-z]?[a-z]*\d{0,2}|[A-Z]+\d{0,2})$/.test(part))
}

/** A letter and a digit, which most words of a sentence do not have together. */
export function hasLetterAndDigit(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[0-9]/.test(value)
}

/** `$NAME`, `${NAME}`, `{{ name }}`, `%NAME%`, `process.env.NAME`, `secrets.NAME`, `@secret`. */
function isReference(value: string): boolean {
  return (
    /^(?:\$[A-Za-z_{(]|\{|%[A-Za-z_]+%|@[a-z]|!|&[a-z]|op:\/\/|vault:|arn:|file:|env:|#\{)/.test(value) || isCode(value)
  )
}

const codeRoots =
  /^(?:process|env|os|import|config|settings|secrets?|vars?|local|module|inputs?|args|argv|opts|options|params|props|ctx|context|this|self|req|request|res|response|event|state|data|body|user|session|app|account|auth|credentials|github|steps|Deno|Bun|System|Environment|ENV|ConfigService)(?:[.[(]|\?\.|::)/

function isCode(value: string): boolean {
  return (
    codeRoots.test(value) ||
    /^(?:new |await |get|read|load|fetch|make|create|generate|hash|parse|random|require|decode|encode|sign)[A-Za-z0-9_]*\(?$/.test(
      value,
    )
  )
}

const placeholderStart =
  /^[<[(]|^(?:your|my|some|insert|replace|enter|put|add|change|example|sample|dummy|fake|mock|placeholder|redacted|masked|hidden|secret|todo|fixme|foo|bar|none|null|nil|undefined|true|false|string|optional|required)(?:[-_. ]|$)/i
const placeholderWord =
  /example|placeholder|changeme|change[-_]me|redacted|your[-_]|goes[-_]here|[-_]here$|replace[-_]me|x{6}|\*{3}|\.{3}|…|•{3}/i

function isPlaceholder(value: string): boolean {
  return placeholderStart.test(value) || placeholderWord.test(value) || isMasked(value)
}

/** `xxxxxxxx`, `00000000`, `********`. */
function isMasked(value: string): boolean {
  const [first = ''] = value
  return /^[xX*0.•_-]/.test(value) && first.repeat(value.length) === value
}

/** `ghp_xxxxxxxxxxxx` has the form of a token and is none. */
export function isMaskedToken(token: string): boolean {
  return /x{12}|X{12}|\*{6}|0{16}/.test(token)
}
