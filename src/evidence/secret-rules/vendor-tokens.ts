import { type FoundSecret, patternRule, type SecretRule } from './rule.ts'

/** How tokens of one kind look: one of these beginnings, then these pieces. */
interface TokenForm {
  beginnings: readonly string[]
  pieces: readonly Piece[]
}

/** A fixed text, a run of characters of one set, or a condition on the token so far. */
type Piece = string | Run | Condition
type Condition = (text: string, start: number, end: number) => boolean

interface Run {
  /** By the code of a character. */
  has: readonly boolean[]
  least: number
  most: number
}

/** A form whose beginnings are written with `|` between them. */
function form(beginnings: string, ...pieces: readonly Piece[]): TokenForm {
  return { beginnings: beginnings.split('|'), pieces }
}

const more = Number.POSITIVE_INFINITY

/** Makes runs of `least` to `most` characters that match the pattern. All of them are ASCII. */
function runOf(one: RegExp): (least: number, most?: number) => Run {
  const has = Array.from({ length: 128 }, (_, code) => one.test(String.fromCharCode(code)))
  return (least, most = least) => ({ has, least, most })
}

const endOfWord: Condition = (text, _, end) => !isOfWord[text.charCodeAt(end)]
const hasDigit: Condition = (text, start, end) => /[0-9]/.test(text.slice(start, end))

/**
 * Every token in a text, from left to right. Each beginning of a word is looked at once, and no run is taken back, so
 * time grows with the text: a run never holds the character that has to follow it.
 */
function* findTokens(text: string, forms: FormsByStart): Iterable<FoundSecret> {
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const wasInWord = isInWord
    isInWord = isOfWord[code] ?? false
    if (wasInWord || !isInWord) continue
    for (const { kind, beginning, pieces } of forms[code] ?? []) {
      const end = text.startsWith(beginning, at) ? endOf(pieces, text, at, at + beginning.length) : -1
      if (end < 0) continue
      yield { kind, start: at, end }
      at = end - 1
      isInWord = isOfWord[text.charCodeAt(at)] ?? false
      break
    }
  }
}

/** By the code of the first character, so that most words are passed over at once. */
type FormsByStart = ReadonlyArray<ReadonlyArray<{ kind: string; beginning: string; pieces: readonly Piece[] }>>

function byStart(forms: ReadonlyArray<readonly [kind: string, ...forms: TokenForm[]]>): FormsByStart {
  const all = forms.flatMap(([kind, ...ofKind]) =>
    ofKind.flatMap(({ beginnings, pieces }) => beginnings.map(beginning => ({ kind, beginning, pieces }))),
  )
  return Array.from({ length: 128 }, (_, code) => all.filter(({ beginning }) => beginning.charCodeAt(0) === code))
}

const isOfWord = Array.from({ length: 128 }, (_, code) => /\w/.test(String.fromCharCode(code)))

/** Where the token ends, or -1. */
function endOf(pieces: readonly Piece[], text: string, start: number, afterBeginning: number): number {
  let at = afterBeginning
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      if (!text.startsWith(piece, at)) return -1
      at += piece.length
    } else if (typeof piece === 'function') {
      if (!piece(text, start, at)) return -1
    } else {
      const from = at
      while (at - from < piece.most && piece.has[text.charCodeAt(at)]) at++
      if (at - from < piece.least) return -1
    }
  }
  return at
}

const hex = runOf(/[a-f0-9]/)
const word = runOf(/[A-Za-z0-9]/)
const dash = runOf(/[A-Za-z0-9_-]/)
const digit = runOf(/[0-9]/)
const small = runOf(/[a-z]/)
const smallOrDigit = runOf(/[a-z0-9]/)
const capital = runOf(/[A-Z]/)
const capitalOrDigit = runOf(/[A-Z0-9]/)
const dotted = runOf(/[A-Za-z0-9_.-]/)
const base64 = runOf(/[A-Za-z0-9+/]/)

const uuid: readonly Piece[] = [hex(8), '-', hex(4), '-', hex(4), '-', hex(4), '-', hex(12)]

/** Tokens that say by their beginning whose they are, as each vendor documents them. */
const forms: ReadonlyArray<readonly [kind: string, ...forms: TokenForm[]]> = [
  ['daybook_token', form('dbk_', word(22))],
  [
    'google_token',
    form('GOCSPX-', dash(28)),
    form('ya29.', dash(20, more)),
    form('1//0', dash(30, more)),
    form('AAAA', dash(7), ':', dash(100, more)),
  ],
  ['digitalocean_token', form('doo_v1_|dop_v1_|dor_v1_', hex(64))],
  [
    'cloud_token',
    form('LTAI', word(16, more)),
    form('AKID', word(32)),
    form('AQVN', dash(35, more)),
    form('HRKU-', dash(36, more)),
    form('v1.0-', hex(24), '-', hex(100, more)),
  ],
  [
    'hosting_token',
    form('fo|fm|FlyV1 fo|FlyV1 fm', digit(1), '_', dash(30, more)),
    form('nfp_', word(36)),
    form('rnd_', word(20, more)),
    form('sbp_', hex(40)),
    form('sb_secret_', dash(20, more)),
    form('pscale_tkn_|pscale_pw_|pscale_oauth_', runOf(/[A-Za-z0-9_.=-]/)(30, more)),
    form('napi_', word(30, more)),
  ],
  [
    'mail_token',
    form('SG.', dash(16, 32), '.', dash(16, 64)),
    form('key-', hex(32), endOfWord),
    form('xkeysib-', hex(64), '-', word(16)),
    form('re_', word(8), '_', word(20, more)),
    form('mlsn.', hex(60, more)),
  ],
  ['twilio_key', form('SK', hex(32), endOfWord)],
  [
    'payment_token',
    form('whsec_', runOf(/[A-Za-z0-9+/=]/)(24, more)),
    form('sq0atp-|sq0csp-', dash(22, 43)),
    form('EAAA', dash(56, more)),
    form('access_token$production$|access_token$sandbox$', word(16), '$', hex(32)),
    form('FLWSECK-|FLWSECK_TEST-', dash(20, more)),
    form('EZAK|EZTK', word(54)),
    form('shippo_live_|shippo_test_', hex(40)),
    form('duffel_live_|duffel_test_', dash(40, more)),
    form('access-sandbox-|access-development-|access-production-', ...uuid),
  ],
  [
    'social_token',
    form('EAA', capital(1), word(60, more)),
    form('AAAAAAAAAAAAAAAAAAAA', word(10, 40), '%', runOf(/[A-Za-z0-9%]/)(20, more)),
  ],
  [
    'slack_token',
    form('xapp-', digit(1), '-', word(8, more), '-', digit(6, 20), '-', hex(16, more)),
    form('xoxe.xoxb-|xoxe.xoxp-', digit(1), '-', dash(20, more)),
  ],
  [
    'gitlab_token',
    form('gldt-|glrt-|glcbt-|glptt-|glft-|glimt-|glagent-|gloas-|glsoat-|glffct-', dash(20, more)),
    form('GR1348941', dash(20)),
  ],
  ['atlassian_token', form('ATBB', word(24, more)), form('ATATT3|ATCTT3', runOf(/[A-Za-z0-9_=-]/)(60, more))],
  [
    'registry_token',
    form('pypi-AgEIcHlwaS5vcmc', dash(40, more)),
    form('rubygems_', hex(48)),
    form('cio', word(32), hasDigit, endOfWord),
    form('oy2', smallOrDigit(43)),
    form('dckr_oat_', dash(20, more)),
    form('CLOJARS_', smallOrDigit(60)),
  ],
  [
    'infrastructure_token',
    form('pul-', hex(40)),
    form('dp.pt.|dp.st.|dp.ct.|dp.sa.|dp.scim.|dp.audit.', dotted(40, more)),
    form('tskey-auth-|tskey-api-|tskey-client-|tskey-scim-|tskey-webhook-', word(10, more), '-', word(16, more)),
    form('hvs.|hvb.|hvr.', dash(24, more)),
    form('s.', word(24), hasDigit, endOfWord),
    form('2', word(26), '_', word(21)),
    form('pnu_', word(36)),
  ],
  [
    'monitoring_token',
    form('NRAK-|NRJS-|NRII-|NRAA-', word(20, more)),
    form('sntrys_|sntryu_', runOf(/[A-Za-z0-9_=+/-]/)(40, more)),
    form('glsa_', word(32), '_', hex(8)),
    form('glc_', base64(32, more)),
    form('phx_', word(40, more)),
    form('sdk-|api-', ...uuid),
  ],
  [
    'ci_token',
    form('bk', small(2), '_', hex(40)),
    form('CCIPAT_', dash(30, more)),
    form('sqp_|squ_|sqa_', hex(40)),
    form('PMAK-', hex(24), '-', hex(34)),
  ],
  [
    'model_key',
    form('r8_', word(37)),
    form('pplx-', word(40, more)),
    form('xai-', word(60, more)),
    form('lsv2_pt_|lsv2_sk_', hex(32), '_', hex(10)),
    form('pcsk_', dash(40, more)),
    form('tvly-', dash(20, more)),
    form('fc-', hex(32), endOfWord),
    form('sk_', hex(48)),
    form('tgp_v1_', dash(30, more)),
    form('csk-', word(40, more)),
    form('e2b_', hex(40)),
    form('gsk_', word(40, more)),
    form('nvapi-', dash(40, more)),
    form('jina_', word(50, more)),
  ],
  [
    'office_token',
    form('pat', word(14), '.', hex(64)),
    form('secret_', word(43), endOfWord),
    form('lin_api_|lin_oauth_', word(32, more)),
    form('figd_|figo_|figu_|figdr_|figor_|figur_', dash(36, more)),
    form('CFPAT-', dash(43)),
    form('sl.u.|sl.', dash(100, more)),
    form('pat-na|pat-eu', digit(1), '-', ...uuid),
    form('tfp_', dash(40, more)),
    form('aio_', word(28)),
    form('rdme_', smallOrDigit(70)),
    form('00D', word(12, 15), '!', runOf(/[A-Za-z0-9._]/)(60, more)),
    form('1/|2/', digit(16), ':', hex(32)),
    form('1/|2/', digit(16), '/', digit(16), ':', hex(32)),
  ],
  ['mapbox_token', form('sk.eyJ', dash(20, more), '.', dash(16, more))],
  ['jfrog_token', form('AKC', word(60, more))],
  [
    'private_key',
    form('AGE-SECRET-KEY-1', capitalOrDigit(58)),
    form('xprv', word(100, more)),
    form('RWRTY0Iy', base64(100, more)),
  ],
]

const formsByStart = byStart(forms)

/** Also those with a mark in their middle. */
export const vendorTokens: readonly SecretRule[] = [
  text => findTokens(text, formsByStart),
  patternRule('azure_secret', /8Q~(?<=(?<before>[A-Za-z0-9]{3})8Q~)[A-Za-z0-9~._-]{31}[A-Za-z0-9~._-]*/g),
  patternRule('mail_token', /-us\d{1,2}\b(?<=(?<![a-f0-9])(?<before>[a-f0-9]{32})-us\d{1,2})/g),
  patternRule(
    'infrastructure_token',
    /\.atlasv1\.(?<=(?<before>[A-Za-z0-9]{14})\.atlasv1\.)[A-Za-z0-9_-]{60}[A-Za-z0-9_-]*/g,
  ),
  patternRule('telegram_token', /:AA(?<=(?<![0-9])(?<before>[0-9]{8,10}):AA)[A-Za-z0-9_-]{33}/g),
  patternRule(
    'social_token',
    /\.(?<=(?<![A-Za-z0-9_-])(?<before>[MNO][A-Za-z0-9_-]{23,25})\.)[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}/g,
  ),
]
