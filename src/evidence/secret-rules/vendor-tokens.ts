import { matching, type SecretRule } from './rule.ts'

const hex = '[a-f0-9]'
const word = '[A-Za-z0-9]'
const dash = '[A-Za-z0-9_-]'
const uuid = `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`

/** Written so that the engine does not run out of stack on megabytes. */
function atLeast(count: number, one: string): string {
  return `${one}{${count}}${one}*`
}

/** Tokens that say by their beginning whose they are, as each vendor documents them. */
const forms: readonly (readonly [kind: string, ...forms: string[]])[] = [
  ['daybook_token', `dbk_${word}{22}`],
  [
    'google_token',
    `GOCSPX-${dash}{28}`,
    `ya29\\.${atLeast(20, dash)}`,
    `1//0${atLeast(30, dash)}`,
    `AAAA${dash}{7}:${atLeast(100, dash)}`,
  ],
  ['digitalocean_token', `do[opr]_v1_${hex}{64}`],
  [
    'cloud_token',
    `LTAI${atLeast(16, word)}`,
    `AKID${word}{32}`,
    `AQVN${atLeast(35, dash)}`,
    `HRKU-${atLeast(36, dash)}`,
    `v1\\.0-${hex}{24}-${atLeast(100, hex)}`,
  ],
  [
    'hosting_token',
    `f[om]\\d_${atLeast(30, dash)}`,
    `FlyV1 f[om]\\d_${atLeast(30, dash)}`,
    `nfp_${word}{36}`,
    `rnd_${atLeast(20, word)}`,
    `sbp_${hex}{40}`,
    `sb_secret_${atLeast(20, dash)}`,
    `pscale_(?:tkn|pw|oauth)_${atLeast(30, '[A-Za-z0-9_.=-]')}`,
    `napi_${atLeast(30, word)}`,
  ],
  [
    'mail_token',
    `SG\\.${dash}{16,32}\\.${dash}{16,64}`,
    `key-${hex}{32}\\b`,
    `xkeysib-${hex}{64}-${word}{16}`,
    `re_${word}{8}_${atLeast(20, word)}`,
    `mlsn\\.${atLeast(60, hex)}`,
  ],
  ['twilio_key', `SK${hex}{32}\\b`],
  [
    'payment_token',
    `whsec_${atLeast(24, '[A-Za-z0-9+/=]')}`,
    `sq0(?:atp|csp)-${dash}{22,43}`,
    `EAAA${atLeast(56, dash)}`,
    `access_token\\$(?:production|sandbox)\\$${word}{16}\\$${hex}{32}`,
    `FLWSECK(?:_TEST)?-${atLeast(20, dash)}`,
    `EZ[AT]K${word}{54}`,
    `shippo_(?:live|test)_${hex}{40}`,
    `duffel_(?:live|test)_${atLeast(40, dash)}`,
    `access-(?:sandbox|development|production)-${uuid}`,
  ],
  ['social_token', `EAA[A-Z]${atLeast(60, word)}`, `AAAAAAAAAAAAAAAAAAAA${word}{10,40}%${atLeast(20, '[A-Za-z0-9%]')}`],
  [
    'slack_token',
    `xapp-\\d-${atLeast(8, word)}-\\d{6,20}-${atLeast(16, hex)}`,
    `xoxe\\.xox[bp]-\\d-${atLeast(20, dash)}`,
  ],
  ['gitlab_token', `gl(?:dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-${atLeast(20, dash)}`, `GR1348941${dash}{20}`],
  ['atlassian_token', `ATBB${atLeast(24, word)}`, `AT(?:ATT|CTT)3${atLeast(60, '[A-Za-z0-9_=-]')}`],
  [
    'registry_token',
    `pypi-AgEIcHlwaS5vcmc${atLeast(40, dash)}`,
    `rubygems_${hex}{48}`,
    `cio(?=[A-Za-z]*\\d)${word}{32}\\b`,
    `oy2[a-z0-9]{43}`,
    `dckr_oat_${atLeast(20, dash)}`,
    `CLOJARS_[a-z0-9]{60}`,
  ],
  [
    'infrastructure_token',
    `pul-${hex}{40}`,
    `dp\\.(?:pt|st|ct|sa|scim|audit)\\.${atLeast(40, '[A-Za-z0-9_.-]')}`,
    `tskey-(?:auth|api|client|scim|webhook)-${atLeast(10, word)}-${atLeast(16, word)}`,
    `hv[sbr]\\.${atLeast(24, dash)}`,
    `s\\.(?=[A-Za-z]*\\d)${word}{24}\\b`,
    `2[A-Za-z0-9]{26}_${word}{21}`,
    `pnu_${word}{36}`,
  ],
  [
    'monitoring_token',
    `NR(?:AK|JS|II|AA)-${atLeast(20, '[A-Za-z0-9]')}`,
    `sntry[su]_${atLeast(40, '[A-Za-z0-9_=+/-]')}`,
    `glsa_${word}{32}_${hex}{8}`,
    `glc_${atLeast(32, '[A-Za-z0-9+/]')}`,
    `phx_${atLeast(40, word)}`,
    `(?:sdk|api)-${uuid}`,
  ],
  [
    'ci_token',
    `bk[a-z]{2}_${hex}{40}`,
    `CCIPAT_${atLeast(30, dash)}`,
    `sq[pua]_${hex}{40}`,
    `PMAK-${hex}{24}-${hex}{34}`,
  ],
  [
    'model_key',
    `r8_${word}{37}`,
    `pplx-${atLeast(40, word)}`,
    `xai-${atLeast(60, word)}`,
    `lsv2_(?:pt|sk)_${hex}{32}_${hex}{10}`,
    `pcsk_${atLeast(40, dash)}`,
    `tvly-${atLeast(20, dash)}`,
    `fc-${hex}{32}\\b`,
    `sk_${hex}{48}`,
    `tgp_v1_${atLeast(30, dash)}`,
    `csk-${atLeast(40, word)}`,
    `e2b_${hex}{40}`,
    `gsk_${atLeast(40, word)}`,
    `nvapi-${atLeast(40, dash)}`,
    `jina_${atLeast(50, word)}`,
  ],
  [
    'office_token',
    `pat${word}{14}\\.${hex}{64}`,
    `secret_${word}{43}\\b`,
    `lin_(?:api|oauth)_${atLeast(32, word)}`,
    `fig[dou]r?_${atLeast(36, dash)}`,
    `CFPAT-${dash}{43}`,
    `sl\\.(?:u\\.)?${atLeast(100, dash)}`,
    `pat-(?:na|eu)\\d-${uuid}`,
    `tfp_${atLeast(40, dash)}`,
    `aio_${word}{28}`,
    `rdme_[a-z0-9]{70}`,
    `00D${word}{12,15}!${atLeast(60, '[A-Za-z0-9._]')}`,
    `[12]/\\d{16}(?:/\\d{16})?:${hex}{32}`,
  ],
  ['mapbox_token', `sk\\.eyJ${atLeast(20, dash)}\\.${atLeast(16, dash)}`],
  ['jfrog_token', `AKC${atLeast(60, word)}`],
  [
    'private_key',
    `AGE-SECRET-KEY-1[0-9A-Z]{58}`,
    `xprv${atLeast(100, word)}`,
    `RWRTY0Iy${atLeast(100, '[A-Za-z0-9+/]')}`,
  ],
]

const any = forms.flatMap(([, ...alternatives]) => alternatives)
const anyToken = new RegExp(`(?<![A-Za-z0-9_])(?:${any.join('|')})`, 'g')
const byKind = forms.map(([kind, ...alternatives]) => ({
  kind,
  whole: new RegExp(`^(?:${alternatives.join('|')})`),
}))

/** One pattern looks for all of them, because most texts hold none. */
const byBeginning: SecretRule = function* find(text) {
  for (const { 0: match, index } of text.matchAll(anyToken)) {
    const kind = byKind.find(({ whole }) => whole.test(match))?.kind ?? 'api_key'
    yield { kind, start: index, end: index + match.length }
  }
}

/** And those with a mark in their middle. */
export const vendorTokens: readonly SecretRule[] = [
  byBeginning,
  matching('azure_secret', /8Q~(?<=(?<before>[A-Za-z0-9]{3})8Q~)[A-Za-z0-9~._-]{31}[A-Za-z0-9~._-]*/g),
  matching('mail_token', /-us\d{1,2}\b(?<=(?<![a-f0-9])(?<before>[a-f0-9]{32})-us\d{1,2})/g),
  matching(
    'infrastructure_token',
    /\.atlasv1\.(?<=(?<before>[A-Za-z0-9]{14})\.atlasv1\.)[A-Za-z0-9_-]{60}[A-Za-z0-9_-]*/g,
  ),
  matching('telegram_token', /:AA(?<=(?<![0-9])(?<before>[0-9]{8,10}):AA)[A-Za-z0-9_-]{33}/g),
  matching(
    'social_token',
    /\.(?<=(?<![A-Za-z0-9_-])(?<before>[MNO][A-Za-z0-9_-]{23,25})\.)[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}/g,
  ),
]
