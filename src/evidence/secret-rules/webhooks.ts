import type { SecretRule } from './rule.ts'

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
export const webhooks: SecretRule = function* find(text) {
  let free = 0
  for (const { 0: scheme, index: start } of text.matchAll(/https:\/\//g)) {
    if (start < free) continue
    const end = endOfForm(text, start + scheme.length)
    if (end === undefined) continue
    yield { kind: 'webhook', start, end }
    free = end
  }
}

function endOfForm(text: string, start: number): number | undefined {
  for (const form of forms) {
    form.lastIndex = start
    if (form.test(text)) return form.lastIndex
  }
  return undefined
}
