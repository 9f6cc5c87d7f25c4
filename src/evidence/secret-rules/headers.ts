import { isHarmless, isPlainWords } from './harmless.ts'
import { matching, type SecretRule } from './rule.ts'

/** What a client says about itself in the header or the address of a request. */
export const headerRules: readonly SecretRule[] = [
  matching(
    'authorization_header',
    /\b(?:proxy-)?authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:(?:basic|token|apikey|api-key|digest|negotiate|ssws|key|hawk|bot|signature|splunk|genie[kK]ey|aws4-hmac-sha256)\s{1,4})?(?<value>[A-Za-z0-9._~+/=:-]{12}[A-Za-z0-9._~+/=:-]*)/gi,
    isCredential,
  ),
  // As the settings of container registries keep it.
  matching('authorization_header', /"auth"\s{0,4}:\s{0,4}"(?<value>[A-Za-z0-9+/]{12}[A-Za-z0-9+/]*={0,2})"/g, isBasic),
  matching('authorization_header', /\bbasic\s{1,4}(?<value>[A-Za-z0-9+/]{14}[A-Za-z0-9+/]*={0,2})/gi, isBasic),
  matching(
    'cookie',
    /\b(?:set-)?cookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<value>[\w.-]{1,100}=[^\n"'\\]{12}[^\n"'\\]*)/gi,
    value => value.split(';').some(pair => isCookie(pair)),
  ),
  matching(
    'cookie',
    /(?:^|[\s;"'`])(?:-b|--cookie)[ =]\\?["']?(?<value>[\w.-]{1,100}=[^\n"'\\]{12}[^\n"'\\]*)/g,
    value => value.split(';').some(pair => isCookie(pair)),
  ),
  // Without a name, as caches take it.
  matching('url_credentials', /:\/\/:(?<value>[^\s/:@"'<>[\]]{4,200})@/g, value => !isHarmless(value)),
  matching(
    'signed_url',
    /[?&;](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|access_token|token|key|code|api_?key|secret|auth|sas)=(?<value>[A-Za-z0-9%_.~+/-]{20}[A-Za-z0-9%_.~+/=-]*)/gi,
    isCredential,
  ),
  matching(
    'connection_string',
    /;\s{0,4}(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd)\s{0,4}=\s{0,4}(?<value>[^\s;"'<>]{4,400})/gi,
    value => !isHarmless(value) && !/^(?:password|pwd)$/i.test(value),
  ),
]

function isCredential(value: string): boolean {
  return !isHarmless(value) && !isPlainWords(value) && /[0-9]/.test(value)
}

/** Words encoded as base64 say `name:password`. */
function isBasic(value: string): boolean {
  const said = Buffer.from(value.slice(0, 400), 'base64').toString('latin1')
  const colon = said.indexOf(':')
  return colon > 0 && colon <= 100 && colon < said.length - 1 && !/[^\x20-\x7e]/.test(said)
}

const openCookies = /^\s*(?:path|domain|expires|max-age|samesite|lang(?:uage)?|locale|theme|tz|timezone|consent\w*)=/i

function isCookie(pair: string): boolean {
  const value = pair.slice(pair.indexOf('=') + 1)
  return pair.includes('=') && !openCookies.test(pair) && value.length >= 12 && isCredential(value)
}
