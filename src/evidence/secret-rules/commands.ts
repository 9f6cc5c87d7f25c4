import { isHarmless, isPlainWords } from './harmless.ts'
import { matching, type SecretRule } from './rule.ts'

/** What follows an option: a quoted text on the same line, or a word of the shell. */
const word = String.raw`(?:"(?<double>[^"\n]{4,200})"|'(?<single>[^'\n]{4,200})'|(?<bare>[^\s"'\x60;|&<>()\\]{4,200}))`

/** Passwords and tokens as programs take them on the command line. */
export const commandRules: readonly SecretRule[] = [
  option(
    String.raw`--?(?:[a-z0-9]{1,20}-){0,3}(?:password|passwd|passphrase|pass|token|secret|api-?key|access-?key|secret-?key|auth-?key|pat|credential)[ \t]+`,
    isMixed,
  ),
  option(String.raw`\b(?:aws_secret_access_key|aws_session_token|_authToken|_password)[ \t]+`, isMixed),
  // mysql and its family take the password right after -p.
  option(
    String.raw`\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mycli)\b(?:[ \t]+(?!-p)[^\s;|&]{1,80}){0,12}[ \t]+-p`,
    value => isGiven(value),
  ),
  option(
    String.raw`\b(?:smbclient|mount|rpcclient|net)\b(?:[ \t]+[^\s;|&]{1,200}){0,12}[ \t]+(?:-U[ \t]*[^\s%;|&]{1,80}%|/user:[^\s;|&]{1,80}[ \t]+)`,
    isGiven,
  ),
  option(String.raw`SecureString\b(?:[ \t]+[^\s;|&]{1,200}){0,12}[ \t]+--value[ \t]+`, isGiven),
  option(String.raw`-(?:store|key|src|dest)(?:store|key)?pass[ \t]+`, isGiven),
  option(String.raw`\bssh-keygen\b(?:[ \t]+(?!-[NP]\b)[^\s;|&]{1,200}){0,12}[ \t]+-[NP][ \t]+`, isGiven),
  option(String.raw`\b7z[a-z]?\b(?:[ \t]+(?!-p)[^\s;|&]{1,200}){0,12}[ \t]+-p`, isGiven),
  option(String.raw`\bsshpass[ \t]+-p[ \t]*`, isGiven),
  option(
    String.raw`\b(?:docker|podman|helm|az|oc|cf|skopeo|buildah)\b(?:[ \t]+[^\s;|&]{1,80}){0,6}[ \t]+login\b(?:[ \t]+(?!-p\b)[^\s;|&]{1,80}){0,8}[ \t]+-p[ \t]+`,
    isGiven,
  ),
  option(String.raw`\bredis-cli\b(?:[ \t]+(?!-a\b)[^\s;|&]{1,80}){0,8}[ \t]+-a[ \t]+`, isGiven),
  option(
    String.raw`\b(?:mongo|mongosh|mongodump|mongorestore|sqlcmd|ldapsearch|ldapmodify|smbclient|rabbitmqctl|rabbitmqadmin|unzip|7z|zip|cqlsh|influx|clickhouse-client)\b(?:[ \t]+(?!-[pwPU]\b)[^\s;|&]{1,80}){0,12}[ \t]+-[pwP][ \t]+`,
    isMixed,
  ),
  option(
    String.raw`\b(?:curl|http|https|wget|xh)\b(?:[ \t]+(?!-u\b|--user\b)[^\s;|&]{1,200}){0,20}[ \t]+(?:-u|--user|--proxy-user|-U)[ \t=]*`,
    isUserAndPassword,
  ),
  option(String.raw`-(?:passin|passout|k|pass)[ \t]+pass:`, isGiven),
  option(String.raw`\bhtpasswd[ \t]+-[a-zA-Z]*b[a-zA-Z]*[ \t]+[^\s;|&]{1,200}[ \t]+[^\s;|&]{1,80}[ \t]+`, isGiven),
  option(
    String.raw`\b(?:machine|default)[ \t]+[^\s]{1,200}\s{1,8}login[ \t]+[^\s]{1,100}\s{1,8}password[ \t]+`,
    isGiven,
  ),
  option(String.raw`\bvault[ \t]+login[ \t]+`, isMixed),
  option(String.raw`\bIDENTIFIED[ \t]+(?:WITH[ \t]+\w{1,40}[ \t]+)?BY[ \t]+`, isGiven, 'gi'),
  option(
    String.raw`\b(?:ALTER|CREATE)[ \t]+(?:USER|ROLE)[ \t]+\S{1,80}[ \t]+(?:WITH[ \t]+)?(?:[A-Z]{3,12}[ \t]+){0,3}PASSWORD[ \t]+`,
    isGiven,
    'gi',
  ),
  option(
    String.raw`\becho[ \t]+(?:-n[ \t]+)?(?=[^|\n]{4,200}\|[ \t]*(?:docker|podman|helm|gh|sudo|kinit|cryptsetup|passwd|openssl|base64)\b)`,
    isMixed,
  ),
  matching(
    'cli_password',
    /:(?:5432|6432|\*):(?<=(?<![\w.*/:-])(?<before>[\w.*-]{1,100}):[\d*]{1,4}:)[\w*-]{1,63}:[\w.-]{1,63}:(?<value>[^\s:]{6,100})(?=\s|$)/g,
    isGiven,
  ),
]

function option(before: string, accepts: (value: string) => boolean, flags = 'g'): SecretRule {
  const find = new RegExp(before + word, flags)
  return function* spans(text) {
    let from = 0
    for (;;) {
      find.lastIndex = from
      const found = find.exec(text)
      if (!found) return
      const { double, single, bare } = found.groups ?? {}
      const value = double ?? single ?? bare ?? ''
      const end = found.index + found[0].length
      const isSecret = accepts(value)
      if (isSecret) yield { kind: 'cli_password', start: found.index, end }
      // What was no value may be the next option.
      from = isSecret ? end : end - value.length
    }
  }
}

/** Given after an option that takes nothing else. */
function isGiven(value: string): boolean {
  return (
    !isHarmless(value) &&
    !/^[a-z]+=/.test(value) &&
    !value.startsWith('-') &&
    !/^(?:password|passwd|pass|PASS(?:WORD)?)$/.test(value)
  )
}

/** Not a word of a sentence about the option. */
function isMixed(value: string): boolean {
  return (
    value.length >= 6 &&
    isGiven(value) &&
    !isPlainWords(value.replace(/[,.:;!?]$/, '')) &&
    !/^[A-Z][A-Z_]*$/.test(value)
  )
}

/** `name:password`, and the password is given, not asked for. */
function isUserAndPassword(value: string): boolean {
  const [, user = '', password = ''] = /^([^:]{1,100}):(.+)$/.exec(value) ?? []
  return user !== '' && !password.startsWith('//') && password.length >= 4 && isGiven(password)
}
