import { assignedSecrets } from './assigned.ts'
import { isHarmless, isMaskedToken, isSeparatedWords } from './harmless.ts'
import { matching, type SecretRule } from './rule.ts'

/**
 * The kinds that a requirement document names, in the order in which they are replaced. `x{8}x*` is `x{8,}` for which
 * the engine does not run out of stack on megabytes.
 */
export const documentedRules: readonly SecretRule[] = [
  matching(
    'private_key',
    /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|[\s\S]*$)/g,
  ),
  matching(
    'url_credentials',
    /:\/\/(?<=\b(?<before>[A-Za-z][A-Za-z0-9+.-]*):\/\/)[^\s/:@"'<>[\]]+:(?<value>[^\s/@"'<>[\]]+)@/g,
    password => !isHarmless(password) && !/^(?:password|pass|pwd|secret)$/i.test(password),
  ),
  matching('aws_access_key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g),
  matching(
    'github_token',
    /\b(?:gh[pousr]_[A-Za-z0-9]{20}[A-Za-z0-9]*|github_pat_[A-Za-z0-9_]{20}[A-Za-z0-9_]*)/g,
    isToken,
  ),
  matching('gitlab_token', /\bglpat-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*/g, isToken),
  matching('api_key', /\bsk-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*/g, isToken),
  matching('slack_token', /\bxox[abeoprs]-[A-Za-z0-9-]{10}[A-Za-z0-9-]*/g, isToken),
  matching('google_api_key', /\bAIza[0-9A-Za-z_-]{35}/g),
  matching('npm_token', /\bnpm_[A-Za-z0-9]{36}/g, isToken),
  matching('stripe_key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16}[A-Za-z0-9]*/g, isToken),
  matching('huggingface_token', /\bhf_[A-Za-z0-9]{30}[A-Za-z0-9]*/g, isToken),
  matching(
    'jwt',
    /\.(?<=\b(?<before>eyJ[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*)\.)[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*/g,
  ),
  matching(
    'bearer_token',
    /\bbearer\s+(?<value>[A-Za-z0-9._~+/=-]{16}[A-Za-z0-9._~+/=-]*)/gi,
    value => !isSeparatedWords(value) && !isHarmless(value),
  ),
  assignedSecrets,
]

/** `sk-some-kebab-case-name` and `ghp_xxxxxxxxxxxx` have the form of a token and are none. */
function isToken(match: string): boolean {
  const tail = match.replace(/^(?:github_pat_|[a-z]{2,5}[_-](?:live_|test_)?)/, '')
  return !isSeparatedWords(tail) && !isMaskedToken(tail)
}
