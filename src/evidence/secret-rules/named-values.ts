import { hasLetterAndDigit, isHarmless, isIdentifier } from './harmless.ts'
import { type KeywordRule, type SecretRule, withKeywords } from './rule.ts'

/** Values beside their name without an equals sign: in markup, in lists of variables, in calls, in prose. */
export const namedValueRules: readonly KeywordRule[] = [
  // <add key="DbPassword" value="…"/>, define('DB_PASSWORD', '…'), <string name="api_secret">…</string>;
  // name: DB_PASSWORD, and below it value: …
  withKeywords(
    'pass|pwd|secret|token|key|credential',
    beside({
      name: /(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|secret|private|auth|signing|encryption|master)[_.-]?key|credential)(?:_(?:base|prod|dev|test|\d{1,3}))?/gi,
      between:
        /["'][ \t]{0,4}(?:,[ \t]{0,4}["']|(?:value|content)=["']|>)|["']?,?[ \t]{0,4}\r?\n[ \t]{0,30}["']?value["']?[ \t]{0,4}:[ \t]{0,4}["']?/iy,
      ends: /["'<>\s]/,
      least: 6,
    }),
  ),
  // The password is …; password "…"; `AWS_SECRET_ACCESS_KEY` is now '…'
  withKeywords(
    'pass|pwd|token|secret|key',
    beside({
      name: /(?<![A-Za-z0-9])(?:(?:api|access|secret|private|auth|signing|encryption|master)[ _-]?key|password|passwd|pwd|passphrase|passcode|token|secret)(?=["'`*]{0,3}[ \t])/gi,
      between:
        /["'`*]{0,3}[ \t]{1,4}(?:(?:is|was|to|equals|becomes)(?:[ \t]{1,4}(?:now|set to))?[ \t]{1,4}["'`]?|["'`])/iy,
      ends: /["'`\s,;)]/,
      least: 8,
    }),
  ),
  // The key of a signature.
  withKeywords(
    'jwt.|jsonwebtoken.',
    beside({
      name: /\b(?:jwt|jsonwebtoken)\.(?:sign|verify|encode|decode)\(/gi,
      between: /[^,\n]{1,80},[ \t]{0,4}["']/y,
      ends: /["'\s]/,
      least: 8,
      closing: /["']/,
    }),
  ),
  // auth=("bob", "…")
  withKeywords(
    'auth|credentials|login',
    beside({
      name: /\b(?:auth|basic_auth|credentials|login)[ \t]{0,4}[=(]/gi,
      between: /[ \t]{0,4}[([]?["'][^"'\n]{1,80}["'][ \t]{0,4},[ \t]{0,4}["']/y,
      ends: /["'\s]/,
      least: 6,
      closing: /["']/,
    }),
  ),
]

interface NamedValue {
  name: RegExp
  /** What comes between the name and the value. Sticky, so that it is tried there only. */
  between: RegExp
  /** The characters a value does not hold. */
  ends: RegExp
  least: number
  /** The character that has to follow the value. */
  closing?: RegExp
}

/** The value is read without a pattern: one for all three would try every length of each part with every other. */
function beside({ name, between, ends, least, closing }: NamedValue): SecretRule {
  return function* find(text) {
    let free = 0
    for (const { 0: found, index: start } of text.matchAll(name)) {
      if (start < free) continue
      between.lastIndex = start + found.length
      if (!between.test(text)) continue
      const from = between.lastIndex
      let end = from
      while (end < text.length && !ends.test(text.charAt(end))) end++
      const isClosed = !closing || closing.test(text.charAt(end))
      if (end - from < least || !isClosed || !isSecret(found, text.slice(from, Math.min(end, from + judgedLength))))
        continue
      yield { kind: 'assigned_secret', start, end }
      free = end
    }
  }
}

const judgedLength = 200

/** A name alone says less here than before an equals sign, so the value has to look chosen: not `base64url`. */
function isSecret(name: string, value: string): boolean {
  const digits = value.replace(/[^0-9]/g, '').length
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value)
  return (
    value.length >= 8 &&
    hasLetterAndDigit(value) &&
    (digits >= 3 || isMixed) &&
    !isHarmless(value) &&
    (/pass|pwd/i.test(name) || !isIdentifier(value)) &&
    !/[([{]|^\/|^https?:/.test(value)
  )
}
