import { isHarmless, isPlainWords } from './harmless.ts'
import { type KeywordRule, patternRule, withKeywords } from './rule.ts'

/** What a client says about itself in the header or the address of a request. */
export const headerRules: readonly KeywordRule[] = [
  withKeywords(
    'authorization',
    patternRule(
      'authorization_header',
      /\b(?:proxy-)?authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:(?:basic|token|apikey|api-key|digest|negotiate|ssws|key|hawk|bot|signature|splunk|genie[kK]ey|aws4-hmac-sha256)\s{1,4})?(?<value>[A-Za-z0-9._~+/=:-]{12}[A-Za-z0-9._~+/=:-]*)/gi,
      isCredential,
    ),
  ),
  // As the settings of container registries keep it.
  withKeywords(
    '"auth"',
    patternRule(
      'authorization_header',
      /"auth"\s{0,4}:\s{0,4}"(?<value>[A-Za-z0-9+/]{12}[A-Za-z0-9+/]*={0,2})"/g,
      isBasic,
    ),
  ),
  withKeywords(
    'basic',
    patternRule('authorization_header', /\bbasic\s{1,4}(?<value>[A-Za-z0-9+/]{14}[A-Za-z0-9+/]*={0,2})/gi, isBasic),
  ),
  withKeywords(
    'cookie',
    patternRule(
      'cookie',
      /\b(?:set-)?cookie\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<value>[\w.-]{1,100}=[^\n"'\\]{12}[^\n"'\\]*)/gi,
      value => value.split(';').some(pair => isCookie(pair)),
    ),
  ),
  withKeywords(
    '-b|--cookie',
    patternRule(
      'cookie',
      /(?:^|[\s;"'`])(?:-b|--cookie)[ =]\\?["']?(?<value>[\w.-]{1,100}=[^\n"'\\]{12}[^\n"'\\]*)/g,
      value => value.split(';').some(pair => isCookie(pair)),
    ),
  ),
  // Without a name, as caches take it.
  withKeywords(
    '://:',
    patternRule('url_credentials', /:\/\/:(?<value>[^\s/:@"'<>[\]]{4,200})@/g, value => !isHarmless(value)),
  ),
  withKeywords(
    'sig=|signature=|token=|key=|code=|secret=|auth=|sas=',
    patternRule(
      'signed_url',
      /[?&;](?:sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|access_token|token|key|code|api_?key|secret|auth|sas)=(?<value>[A-Za-z0-9%_.~+/-]{20}[A-Za-z0-9%_.~+/=-]*)/gi,
      isCredential,
    ),
  ),
  withKeywords(
    ';',
    patternRule(
      'connection_string',
      /;\s{0,4}(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|Pwd)\s{0,4}=\s{0,4}(?<value>[^\s;"'<>]{4,400})/gi,
      value => !isHarmless(value) && !/^(?:password|pwd)$/i.test(value),
    ),
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

/** Beginnings of PEM files of private keys, as base64 writes them. */
const encodedBeginnings = ['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', 'PGP '].map(kind => {
  const begin = Buffer.from(`-----BEGIN ${kind}PRIVATE KEY`)
  return begin.subarray(0, begin.length - (begin.length % 3)).toString('base64')
})

const encodedSign = Buffer.from('-----BEGI').toString('base64').toLowerCase()

/** Private keys in other forms than PEM. */
export const privateKeyRules: readonly KeywordRule[] = [
  withKeywords(
    'putty-user-key-file-',
    patternRule('private_key', /PuTTY-User-Key-File-\d:(?:[\s\S]*?Private-MAC: *[0-9a-f]+|[\s\S]*$)/g),
  ),
  withKeywords(
    '---- begin ssh2 ',
    patternRule(
      'private_key',
      /---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----(?:[\s\S]*?---- END SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|[\s\S]*$)/g,
    ),
  ),
  withKeywords(
    encodedSign,
    patternRule('private_key', new RegExp(`(?:${encodedBeginnings.join('|')})[A-Za-z0-9+/=]*`, 'g')),
  ),
  // The private part of a JSON web key.
  withKeywords(
    '"',
    patternRule(
      'private_key',
      /\\?"(?:d|p|q|dp|dq|qi|k)\\?"\s{0,4}:\s{0,4}\\?"(?<value>[A-Za-z0-9_-]{40}[A-Za-z0-9_-]*)\\?"/g,
    ),
  ),
  withKeywords(
    '$',
    patternRule(
      'password_hash',
      /(?<![\w$])\$(?:1|2[aby]|5|6|7|y|apr1|argon2(?:id?|d)|scrypt|pbkdf2-sha\d{1,3})\$[A-Za-z0-9./$=,+]{20}[A-Za-z0-9./$=,+]*/g,
    ),
  ),
]

/** Addresses that let anyone who knows them send a message, after `https://`. */
const forms: readonly RegExp[] = [
  String.raw`hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9]{6,400}/[A-Za-z0-9]{6,400}/[A-Za-z0-9/]{8,400}`,
  String.raw`(?:\w{1,20}\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{6,400}/[\w-]{16,400}`,
  String.raw`[\w-]{1,60}\.webhook\.office\.com/webhookb2/[\w@/-]{30,400}`,
  String.raw`outlook\.office(?:365)?\.com/webhook/[\w@/-]{30,400}`,
  String.raw`[\w.-]{1,80}\.logic\.azure\.com(?::443)?/workflows/\w{16,400}/[^\s"'<>]{0,300}sig=[\w%-]{16,400}`,
  String.raw`chat\.googleapis\.com/v1/spaces/[\w-]{4,400}/messages\?[^\s"'<>]{20,400}`,
  String.raw`hooks\.zapier\.com/hooks/(?:catch|standard)/\d{3,400}/\w{5,400}`,
  String.raw`maker\.ifttt\.com/(?:trigger|use)/[\w/-]{0,100}(?:with/key/)?[\w-]{20,400}`,
  String.raw`hook\.(?:[a-z0-9]{2,6}\.)?(?:make|integromat)\.(?:com|celonis\.com)/\w{20,400}`,
  String.raw`api\.telegram\.org/(?:file/)?bot\d{6,400}:[\w-]{20,400}`,
  String.raw`open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/[\w-]{16,400}`,
  String.raw`oapi\.dingtalk\.com/robot/send\?access_token=\w{20,400}`,
  String.raw`qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[\w-]{20,400}`,
  String.raw`events\.pagerduty\.com/integration/\w{20,400}`,
  String.raw`[\w.-]{1,80}/hooks/[a-z0-9]{26}\b`,
  String.raw`[\w-]{1,40}\.m\.pipedream\.net/\w{8,400}`,
  String.raw`discord\.com/api/oauth2/[^\s"'<>]{0,200}client_secret=[\w-]{16,400}`,
  String.raw`api\.opsgenie\.com/v1/json/\w{1,40}\?apiKey=[\w-]{20,400}`,
  String.raw`(?:[\w.-]{1,80}\.)?webhook\.site/[\w-]{36}`,
].map(form => new RegExp(form, 'y'))

/** Each form by itself, and only where an address begins: one pattern for all is more than recheck can judge. */
export const webhooks: KeywordRule = withKeywords('https://', function* find(text) {
  let free = 0
  for (const { 0: scheme, index: start } of text.matchAll(/https:\/\//g)) {
    if (start < free) continue
    const end = endOfForm(text, start + scheme.length)
    if (end === undefined) continue
    yield { kind: 'webhook', start, end }
    free = end
  }
})

function endOfForm(text: string, start: number): number | undefined {
  for (const form of forms) {
    form.lastIndex = start
    if (form.test(text)) return form.lastIndex
  }
  return undefined
}
