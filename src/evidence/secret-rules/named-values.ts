import { hasLetterAndDigit, isHarmless } from './harmless.ts'
import { matching, type SecretRule } from './rule.ts'

const name = String.raw`(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|(?:api|access|secret|private|auth|signing|encryption|master)[_.-]?key|credential)(?:_(?:base|prod|dev|test|\d{1,3}))?`

/** Values that stand beside their name without an equals sign: in markup, in lists of variables, in calls, in prose. */
export const namedValueRules: readonly SecretRule[] = [
  // <add key="DbPassword" value="…"/>, define('DB_PASSWORD', '…'), <string name="api_secret">…</string>;
  // name: DB_PASSWORD, and below it value: …
  beside(
    String.raw`${name}(?:["'][ \t]{0,4}(?:,[ \t]{0,4}["']|(?:value|content)=["']|>)|["']?,?[ \t]{0,4}\r?\n[ \t]{0,40}["']?value["']?[ \t]{0,4}:[ \t]{0,4}["']?)(?<value>[^"'<>\s]{6,200})`,
  ),
  // The password is …; password "…"
  beside(
    String.raw`\b(?:password|passwd|passphrase|passcode|token|secret|api key)[ \t]{1,4}(?:(?:is|was|to)[ \t]{1,4}["'\x60]?|["'\x60])(?<value>[^"'\x60\s,;)]{8,200})`,
  ),
  // The key of a signature.
  beside(
    String.raw`\b(?:jwt|jsonwebtoken|JWT)\.(?:sign|verify|encode|decode)\([^,\n]{1,80},[ \t]{0,4}["'](?<value>[^"'\s]{8,200})["']`,
  ),
  // auth=("bob", "…")
  beside(
    String.raw`\b(?:auth|basic_auth|credentials|login)[ \t]{0,4}[=(][ \t]{0,4}[([]?["'][^"'\n]{1,80}["'][ \t]{0,4},[ \t]{0,4}["'](?<value>[^"'\s]{6,200})["']`,
  ),
]

function beside(pattern: string): SecretRule {
  return matching('assigned_secret', new RegExp(pattern, 'gi'), isSecret)
}

/** A name alone says less here than before an equals sign, so the value has to look chosen: not `base64url`. */
function isSecret(value: string): boolean {
  const digits = value.replace(/[^0-9]/g, '').length
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value)
  return (
    value.length >= 8 &&
    hasLetterAndDigit(value) &&
    (digits >= 3 || isMixed) &&
    !isHarmless(value) &&
    !/[([{]|^\/|^https?:/.test(value)
  )
}
