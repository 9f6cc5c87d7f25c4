import { matching, type SecretRule } from './rule.ts'

const hex = '[a-f0-9]'
const word = '[A-Za-z0-9]'
const dash = '[A-Za-z0-9_-]'
const uuid = `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`

/** Tokens that say by their beginning whose they are, as each vendor documents them. */
const forms: readonly (readonly [kind: string, ...forms: string[]])[] = [
  ['daybook_token', `dbk_${word}{22}`],
  ['google_token', `GOCSPX-${dash}{28}`, `ya29\\.${dash}{20,}`, `1//0${dash}{30,}`, `AAAA${dash}{7}:${dash}{100,}`],
  ['digitalocean_token', `do[opr]_v1_${hex}{64}`],
  [
    'cloud_token',
    `LTAI${word}{16,}`,
    `AKID${word}{32}`,
    `AQVN${dash}{35,}`,
    `HRKU-${dash}{36,}`,
    `v1\\.0-${hex}{24}-${hex}{100,}`,
  ],
  [
    'hosting_token',
    `f[om]\\d_${dash}{30,}`,
    `FlyV1 f[om]\\d_${dash}{30,}`,
    `nfp_${word}{36}`,
    `rnd_${word}{20,}`,
    `sbp_${hex}{40}`,
    `sb_secret_${dash}{20,}`,
    `pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}`,
    `napi_${word}{30,}`,
  ],
  [
    'mail_token',
    `SG\\.${dash}{16,32}\\.${dash}{16,64}`,
    `key-${hex}{32}\\b`,
    `xkeysib-${hex}{64}-${word}{16}`,
    `re_${word}{8}_${word}{20,}`,
    `mlsn\\.${hex}{60,}`,
  ],
  ['twilio_key', `SK${hex}{32}\\b`],
  [
    'payment_token',
    `whsec_[A-Za-z0-9+/=]{24,}`,
    `sq0(?:atp|csp)-${dash}{22,43}`,
    `EAAA${dash}{56,}`,
    `access_token\\$(?:production|sandbox)\\$${word}{16}\\$${hex}{32}`,
    `FLWSECK(?:_TEST)?-${dash}{20,}`,
    `EZ[AT]K${word}{54}`,
    `shippo_(?:live|test)_${hex}{40}`,
    `duffel_(?:live|test)_${dash}{40,}`,
    `access-(?:sandbox|development|production)-${uuid}`,
  ],
  ['social_token', `EAA[A-Z]${word}{60,}`, `AAAAAAAAAAAAAAAAAAAA${word}{10,40}%[A-Za-z0-9%]{20,}`],
  ['slack_token', `xapp-\\d-${word}{8,}-\\d{6,}-${hex}{16,}`, `xoxe\\.xox[bp]-\\d-${dash}{20,}`],
  ['gitlab_token', `gl(?:dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-${dash}{20,}`, `GR1348941${dash}{20}`],
  ['atlassian_token', `ATBB${word}{24,}`, `AT(?:ATT|CTT)3[A-Za-z0-9_=-]{60,}`],
  [
    'registry_token',
    `pypi-AgEIcHlwaS5vcmc${dash}{40,}`,
    `rubygems_${hex}{48}`,
    `cio(?=[A-Za-z]*\\d)${word}{32}\\b`,
    `oy2[a-z0-9]{43}`,
    `dckr_oat_${dash}{20,}`,
    `CLOJARS_[a-z0-9]{60}`,
  ],
  [
    'infrastructure_token',
    `pul-${hex}{40}`,
    `dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9_.-]{40,}`,
    `tskey-(?:auth|api|client|scim|webhook)-${word}{10,}-${word}{16,}`,
    `hv[sbr]\\.${dash}{24,}`,
    `s\\.(?=[A-Za-z]*\\d)${word}{24}\\b`,
    `2[A-Za-z0-9]{26}_${word}{21}`,
    `pnu_${word}{36}`,
  ],
  [
    'monitoring_token',
    `NR(?:AK|JS|II|AA)-[A-Za-z0-9]{20,}`,
    `sntry[su]_[A-Za-z0-9_=+/-]{40,}`,
    `glsa_${word}{32}_${hex}{8}`,
    `glc_[A-Za-z0-9+/]{32,}`,
    `phx_${word}{40,}`,
    `(?:sdk|api)-${uuid}`,
  ],
  ['ci_token', `bk[a-z]{2}_${hex}{40}`, `CCIPAT_${dash}{30,}`, `sq[pua]_${hex}{40}`, `PMAK-${hex}{24}-${hex}{34}`],
  [
    'model_key',
    `r8_${word}{37}`,
    `pplx-${word}{40,}`,
    `xai-${word}{60,}`,
    `lsv2_(?:pt|sk)_${hex}{32}_${hex}{10}`,
    `pcsk_${dash}{40,}`,
    `tvly-${dash}{20,}`,
    `fc-${hex}{32}\\b`,
    `sk_${hex}{48}`,
    `tgp_v1_${dash}{30,}`,
    `csk-${word}{40,}`,
    `e2b_${hex}{40}`,
    `gsk_${word}{40,}`,
    `nvapi-${dash}{40,}`,
    `jina_${word}{50,}`,
  ],
  [
    'office_token',
    `pat${word}{14}\\.${hex}{64}`,
    `secret_${word}{43}\\b`,
    `lin_(?:api|oauth)_${word}{32,}`,
    `fig[dou]r?_${dash}{36,}`,
    `CFPAT-${dash}{43}`,
    `sl\\.(?:u\\.)?${dash}{100,}`,
    `pat-(?:na|eu)\\d-${uuid}`,
    `tfp_${dash}{40,}`,
    `aio_${word}{28}`,
    `rdme_[a-z0-9]{70}`,
    `00D${word}{12,15}![A-Za-z0-9._]{60,}`,
    `[12]/\\d{16}(?:/\\d{16})?:${hex}{32}`,
  ],
  ['mapbox_token', `sk\\.eyJ${dash}{20,}\\.${dash}{16,}`],
  ['jfrog_token', `AKC${word}{60,}`],
  ['private_key', `AGE-SECRET-KEY-1[0-9A-Z]{58}`, `xprv${word}{100,}`, `RWRTY0Iy[A-Za-z0-9+/]{100,}`],
]

/** Unbounded runs are written so that the engine does not run out of stack on megabytes. */
function withSafeRuns(form: string): string {
  return form.replace(/(\[[^\]]+\])\{(\d+),\}/g, '$1{$2}$1*')
}

const any = forms.flatMap(([, ...alternatives]) => alternatives).map(withSafeRuns)
const anyToken = new RegExp(`(?<![A-Za-z0-9_])(?:${any.join('|')})`, 'g')
const byKind = forms.map(([kind, ...alternatives]) => ({
  kind,
  whole: new RegExp(`^(?:${alternatives.map(withSafeRuns).join('|')})`),
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
