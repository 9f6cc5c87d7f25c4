import { trimEndOf } from '../kernel/text.ts'
import { commandRules } from './secret-rules/commands.ts'
import { documentedRules } from './secret-rules/documented.ts'
import { headerRules, privateKeyRules, webhooks } from './secret-rules/headers-and-webhooks.ts'
import { namedValueRules } from './secret-rules/named-values.ts'
import { presetRules } from './secret-rules/preset.ts'
import {
  type FoundSecret,
  findWithRule,
  type KeywordRule,
  longRun,
  patternSign,
  ruleForLines,
  withKeywords,
} from './secret-rules/rule.ts'
import { vendorTokens } from './secret-rules/vendor-tokens.ts'

/** What must never be written into anything Daybook makes: secrets by kind, and paths below the home of a person. */
interface Finding {
  kind: string
  what: 'secret' | 'path'
}

/** In the order in which they are replaced. */
export const secretRules: readonly KeywordRule[] = [
  ...documentedRules,
  ...privateKeyRules,
  webhooks,
  // Every token of these has a run of twenty such characters.
  { keywords: [''], find: ruleForLines(longRun(20), [...vendorTokens, ...presetRules]) },
  ...headerRules,
  ...namedValueRules,
  // An option, or a word that takes a password without one.
  withKeywords(
    '-|_authtoken|aws_se|/user:|echo |machine |vault login|identified|password |:5432:|:6432:|:*:',
    ruleForLines(
      patternSign(
        /(?<=[\s"'`]|^)--?[A-Za-z]|_authToken|aws_se|\/user:|echo |machine |vault login|IDENTIFIED|PASSWORD |password |:5432:|:6432:|:\*:/g,
      ),
      commandRules,
    ),
  ),
]

/** A path that names a person; `/etc/hosts` is the same on every machine. */
const homePaths = [
  /(?<![\w.:])\/(?:home|Users|root)\/[^\s"'`<>|)\]},;]/,
  /(?<![A-Za-z0-9])[A-Za-z]:(?:\\+[Uu]sers[\\/]+|\/Users\/)[^\s"'`<>|)\]},;]/,
]

const posixPath = /(?<![\w.:])\/(?:home|Users|var|tmp|etc|opt|mnt|root)\/[^\s"'`<>|)\]},;]+/g
const windowsPath = /(?<![A-Za-z0-9])[A-Za-z]:(?:\\|\/Users\/)[^\s"'`<>|)\]},;]+/g
const paths = [posixPath, windowsPath]

/** The first thing in a text that must not be written, by its kind only: the matched text is never handed on. */
export function findUnwritable(text: string): Finding | undefined {
  const kind = findSecret(text)
  if (kind !== undefined) return { kind, what: 'secret' }
  return homePaths.some(pattern => pattern.test(text)) ? { kind: 'path', what: 'path' } : undefined
}

/** The kind of the first secret in a text. */
export function findSecret(text: string): string | undefined {
  const small = text.toLowerCase()
  for (const rule of secretRules) for (const { kind } of findWithRule(rule, text, small)) return kind
  return undefined
}

const withheld = '[withheld]'

/** The text with secrets named, the project's own paths made relative and other absolute paths cut to their last part. */
export function redact(text: string, root?: string): string {
  return untilStable(text, kept => redactOnce(kept, root))
}

/** The same for readers on other machines: nor does the name of a person stay, which a home ends with. */
export function redactForOthers(text: string): string {
  const nameless = homes.reduce(
    (kept, pattern) =>
      kept.replace(pattern, (_, below: string | undefined) =>
        lastPart(below ?? '') ? `…/${lastPart(below ?? '')}` : '~',
      ),
    text,
  )
  return redact(nameless)
}

/** Home folders as they are written in sentences, options, search paths and addresses, with what follows below them. */
const homes = [
  /(?:(?<![\w.])|(?<=\s-[A-Za-z]))(?:\/mnt\/[a-z])?\/(?:home|Users)\/[^\s"'`<>|)\]},;:/\\]+(\/[^\s"'`<>|)\]},;:]*)?/g,
  // Names of people have blanks where folders below them show that the name went on.
  /(?<![A-Za-z0-9])[A-Za-z]:[\\/]{1,4}[Uu]sers[\\/]{1,4}(?:[^\s"'`<>|)\]},;/\\]{1,40} [^\s"'`<>|)\]},;/\\]{1,40}(?=[\\/])|[^\s"'`<>|)\]},;/\\]+)([\\/][^\s"'`<>|)\]},;]*)?/g,
  // As agents name the folder of a project, and as addresses write a path.
  /(?<![\w-])-(?:home|Users)-[\w-]+()/g,
  /%2F(?:home|Users)%2F[\w.%-]+()/gi,
]

/** What a person wrote, with secrets named and every other word kept. */
export function redactSecrets(text: string): string {
  return untilStable(text, withoutSecrets)
}

function untilStable(text: string, replace: (text: string) => string): string {
  let clean = text
  for (let round = 0; round < 3; round++) {
    const next = replace(clean)
    // Whatever is found is replaced, so nothing is found in what stays the same.
    if (next === clean) return clean
    clean = next
  }
  return replace(clean) === clean ? clean : withheld
}

/** The text with secrets named and everything else left, for a reader that must see the paths. */
export function withoutSecrets(text: string): string {
  return replaceSecrets(text, () => {})
}

/** The kinds of secrets in a text, each once. */
export function secretKinds(text: string): string[] {
  const kinds = new Set<string>()
  replaceSecrets(text, kind => kinds.add(kind))
  return [...kinds]
}

/** Each rule sees what those before it have left, so that one secret has one kind. */
function replaceSecrets(text: string, report: (kind: string) => void): string {
  let kept = text
  let small = text.toLowerCase()
  for (const rule of secretRules) {
    const replaced = replaceFound(kept, findWithRule(rule, kept, small), report)
    if (replaced === kept) continue
    kept = replaced
    small = kept.toLowerCase()
  }
  return kept
}

function redactOnce(text: string, root: string | undefined): string {
  const named = withoutSecrets(text)
  const base = root && trimEndOf(root, '\\/')
  // A root of the whole file system makes nothing relative.
  const relative = base && named.includes(base) ? named.replace(rootPattern(base), withinRoot) : named
  return paths.reduce((kept, pattern) => kept.replace(pattern, path => `…/${lastPart(path)}`), relative)
}

function withinRoot(_: string, rest: string | undefined): string {
  return rest || '.'
}

function replaceFound(text: string, found: Iterable<FoundSecret>, report: (kind: string) => void): string {
  const kept: string[] = []
  let at = 0
  for (const { kind, start, end } of found) {
    report(kind)
    kept.push(text.slice(at, start), `[redacted:${kind}]`)
    at = end
  }
  return at === 0 ? text : kept.join('') + text.slice(at)
}

/** The root itself, or the root with what follows; `/srv/app2` is not inside `/srv/app`. */
function rootPattern(root: string): RegExp {
  const escaped = root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(String.raw`(?<![\w.])${escaped}(?:[\\/]([^\s"'\`<>|)\]},;]*)|(?![\w.-]))`, 'g')
}

function lastPart(path: string): string {
  return (
    path
      .split(/[\\/]+/)
      .filter(Boolean)
      .at(-1) ?? ''
  )
}
