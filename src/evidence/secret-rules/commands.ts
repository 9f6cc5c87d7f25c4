import { isHarmless, isPlainWords } from './harmless.ts'
import type { SecretRule } from './rule.ts'

/** Where a value may begin, and what it has to look like. */
interface Start {
  /** Where the option or the word before it begins. */
  start: number
  at: number
  accepts: (value: string) => boolean
}

/**
 * Passwords and tokens as programs take them on the command line. Commands are read word by word, each once: patterns
 * over whole lines would try the same words again from every place.
 */
const commandPasswords: SecretRule = function* find(text) {
  const programs = new Map<SecretOptions, number>()
  let free = 0
  for (const word of commandWords(text)) {
    if (word.start < free) continue
    for (const { start, at, accepts } of placesAfter(word, text, programs)) {
      const value = valueAt(text, at)
      if (!value || !accepts(value.text)) continue
      yield { kind: 'cli_password', start, end: value.end }
      free = value.end
      break
    }
    for (const options of optionsOf.get(word.name) ?? [])
      if (!options.within || isWithin(options.within, word)) programs.set(options, word.before.length)
  }
}

/** host:5432:database:user:password, a line of a file of passwords. */
const passwordFileLines: SecretRule = function* find(text) {
  for (const { 0: whole, index: start } of text.matchAll(/\S+/g)) {
    if (!/:(?:5432|6432|\*):/.test(whole)) continue
    const word = whole.slice(/^["'`]/.test(whole) ? 1 : 0, longestLine)
    const [host = '', port = '', database = '', user = '', password = '', ...more] = word.split(':')
    const isLine = more.length === 0 && /^[\w.*-]+$/.test(host) && /^(?:5432|6432|\*)$/.test(port)
    if (isLine && /^[\w*-]+$/.test(database) && /^[\w.-]+$/.test(user) && password.length >= 6 && isGiven(password))
      yield { kind: 'cli_password', start, end: start + whole.length }
  }
}

const longestLine = 400

export const commandRules: readonly SecretRule[] = [commandPasswords, passwordFileLines]

/** Programs whose options are too short to say by themselves that a password follows. */
interface SecretOptions {
  programs: string
  /** How many words may come between the program's name and the option. */
  reach: number
  /** One of these programs comes before the word that `programs` names. */
  within?: ReadonlySet<string>
  /** How many characters of this word precede the value or are the option; 0 when the word is not the option. */
  option: (word: string, previous: string) => number
  /** Whether the value is the rest of the word, the next word, or either. */
  value: 'attached' | 'next' | 'either'
  accepts: (value: string) => boolean
}

const registryPrograms = new Set('docker podman helm az oc cf skopeo buildah'.split(' '))

const secretOptions: readonly SecretOptions[] = [
  {
    programs: 'mysql mysqldump mysqladmin mysqlimport mariadb mariadb-dump mycli 7z 7za 7zr 7zz',
    reach: 13,
    option: starts('-p'),
    value: 'attached',
    accepts: isGiven,
  },
  { programs: 'smbclient mount rpcclient net', reach: 13, option: userAndSign, value: 'attached', accepts: isGiven },
  {
    programs: 'net mount',
    reach: 13,
    option: word => (word.startsWith('/user:') ? word.length : 0),
    value: 'next',
    accepts: isGiven,
  },
  { programs: 'SecureString', reach: 13, option: is('--value'), value: 'next', accepts: isGiven },
  { programs: 'ssh-keygen', reach: 13, option: is('-N', '-P'), value: 'next', accepts: isGiven },
  { programs: 'sshpass', reach: 1, option: starts('-p'), value: 'either', accepts: isGiven },
  { programs: 'login', within: registryPrograms, reach: 9, option: is('-p'), value: 'next', accepts: isGiven },
  { programs: 'redis-cli', reach: 9, option: is('-a'), value: 'next', accepts: isGiven },
  {
    programs:
      'mongo mongosh mongodump mongorestore sqlcmd ldapsearch ldapmodify smbclient rabbitmqctl rabbitmqadmin unzip 7z zip cqlsh influx clickhouse-client',
    reach: 13,
    option: is('-p', '-w', '-P'),
    value: 'next',
    accepts: isMixed,
  },
  {
    programs: 'curl http https wget xh',
    reach: 21,
    option: starts('--proxy-user=', '--proxy-user', '--user=', '--user', '-u', '-U'),
    value: 'either',
    accepts: isUserAndPassword,
  },
]

const optionsOf = new Map<string, SecretOptions[]>()
for (const options of secretOptions)
  for (const program of options.programs.split(' '))
    optionsOf.set(program, [...(optionsOf.get(program) ?? []), options])

function* placesAfter(word: CommandWord, text: string, programs: ReadonlyMap<SecretOptions, number>): Iterable<Start> {
  const next = afterBlanks(text, word.end)
  const hasNext = next > word.end
  if (/[-/%]/.test(word.text)) {
    for (const [options, at] of programs) {
      const distance = word.before.length - at
      const length =
        distance > Math.min(options.reach, word.place) ? 0 : options.option(word.text, word.before.at(-1) ?? '')
      if (length === 0) continue
      const { accepts } = options
      if (options.value !== 'next' && length < word.end - word.start)
        yield { start: word.start, at: word.start + length, accepts }
      else if (options.value !== 'attached' && hasNext) yield { start: word.start, at: next, accepts }
    }
  }
  if (!hasNext) return
  const start = word.end - word.name.length
  const accepts = acceptsAfterOption(word.name) ?? acceptsAfterWords(word)
  if (accepts) yield { start, at: next, accepts }
  if (takesSource.has(word.name) && text.startsWith('pass:', next))
    yield { start, at: next + 'pass:'.length, accepts: isGiven }
  const echoed = word.name === 'echo' ? echoedAt(text, next) : undefined
  if (echoed !== undefined) yield { start, at: echoed, accepts: isMixed }
}

function isWithin(programs: ReadonlySet<string>, { before, place }: CommandWord): boolean {
  return place > 0 && before.slice(-Math.min(place, 7)).some(name => programs.has(name))
}

/** Options of openssl. */
const takesSource = new Set(['-passin', '-passout', '-pass', '-k'])

const passwordOptions = new Set(
  'password passwd passphrase pass token secret apikey api-key accesskey access-key secretkey secret-key authkey auth-key pat credential'.split(
    ' ',
  ),
)
const storeOptions = /-(?:store|key|src|dest)(?:store|key)?pass$/

/** Options that say themselves what follows: `--password`, `--registry-api-key`, `-storepass`. */
function acceptsAfterOption(name: string): Start['accepts'] | undefined {
  if (settings.has(name)) return isMixed
  const parts = name.split('-')
  // Something has to come before the last dash: `token abc` is a sentence.
  if (parts.length > 1 && passwordOptions.has(parts.at(-1) ?? '')) return isMixed
  if (parts.length > 2 && passwordOptions.has(parts.slice(-2).join('-'))) return isMixed
  return storeOptions.test(name) ? isGiven : undefined
}

const settings = new Set(['aws_secret_access_key', 'aws_session_token', '_authToken', '_password'])

/** Words that are followed by a password without any option. */
function acceptsAfterWords({ name, before, place }: CommandWord): Start['accepts'] | undefined {
  const back = (count: number) => before.at(-count) ?? ''
  if (name === 'password') return netrc.has(back(4)) && back(2) === 'login' ? isGiven : undefined
  if (name === 'login') return back(1) === 'vault' ? isMixed : undefined
  if (place >= 3 && back(3) === 'htpasswd') return /^-[a-zA-Z]*b/.test(back(2)) ? isGiven : undefined
  const statement = name.toUpperCase()
  if (statement === 'BY') {
    const first = /^with$/i.test(back(2)) ? back(3) : back(1)
    return /^identified$/i.test(first) ? isGiven : undefined
  }
  return statement === 'PASSWORD' && isAboutUser(before.slice(-7)) ? isGiven : undefined
}

const netrc = new Set(['machine', 'default'])

/** `ALTER ROLE name WITH LOGIN`, before `PASSWORD`. */
function isAboutUser(words: readonly string[]): boolean {
  return words.some(
    (word, index) => /^(?:USER|ROLE)$/i.test(word) && /^(?:ALTER|CREATE)$/i.test(words[index - 1] ?? ''),
  )
}

const readsInput = new Set('docker podman helm gh sudo kinit cryptsetup passwd openssl base64'.split(' '))

/** Where the value of `echo -n value | docker login` begins. */
function echoedAt(text: string, next: number): number | undefined {
  const at = text.startsWith('-n', next) ? afterBlanks(text, next + 2) : next
  const [line = ''] = text.slice(at, at + 240).split('\n')
  const [, following = ''] = line.split('|')
  return readsInput.has(following.trim().split(/\s/)[0] ?? '') ? at : undefined
}

/** `-U name%password`, in one word or two. */
function userAndSign(word: string, previous: string): number {
  return word.startsWith('-U') || previous === '-U' ? word.indexOf('%') + 1 : 0
}

function starts(...options: readonly string[]): SecretOptions['option'] {
  return word => options.find(option => word.startsWith(option))?.length ?? 0
}

function is(...options: readonly string[]): SecretOptions['option'] {
  return word => (options.includes(word) ? word.length : 0)
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

/** A word of a command line, with those before it. */
interface CommandWord {
  /** Its beginning; no option is long. */
  text: string
  /** The name it ends with: `mysql` of `/usr/bin/mysql` and of `$(mysql`, `--password` of `"--password`. */
  name: string
  start: number
  end: number
  /** The names of the words before it, the nearest last; also those of lines and commands before. */
  before: readonly string[]
  /** How many of them belong to the same command. */
  place: number
}

const longestWord = 100
const longestQuoted = 200

/** The words of every command in a text. Quotes are not looked at, so that a stray one hides nothing. */
function* commandWords(text: string): Iterable<CommandWord> {
  const before: string[] = []
  let place = 0
  let last = 0
  for (const { 0: whole, index: start } of text.matchAll(/[^\s;|&]+/g)) {
    // Between words of one command are blanks only.
    place = isBlank(text.slice(last, start)) ? place + 1 : 0
    const name = nameAtEnd(whole)
    last = start + whole.length
    yield { text: whole.slice(0, longestWord), name, start, end: last, before, place }
    before.push(name)
  }
}

/** A quoted text on the same line, or a word of the shell. */
function valueAt(text: string, start: number) {
  const quote = text.charAt(start)
  if (quote === '"' || quote === "'") {
    const following = text.slice(start + 1, start + longestQuoted + 2)
    const length = following.indexOf(quote)
    const quoted = following.slice(0, Math.max(length, 0))
    return quoted.includes('\n') ? undefined : longEnough(quoted, start + length + 2)
  }
  let end = start
  while (end < text.length && !endsValue.test(text.charAt(end))) end++
  return longEnough(text.slice(start, end), end)
}

/** Where the next word of the same command begins. */
function afterBlanks(text: string, start: number): number {
  let at = start
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at++
  return at
}

const endsValue = /[\s"'`;|&<>()\\]/
const isOfName = /[\w-]/

function nameAtEnd(word: string): string {
  const least = Math.max(0, word.length - longestWord)
  let start = word.length
  while (start > least && isOfName.test(word.charAt(start - 1))) start--
  return word.slice(start)
}

function isBlank(text: string): boolean {
  return text !== '' && !/[^ \t]/.test(text)
}

function longEnough(value: string, end: number) {
  return value.length >= 4 ? { text: value.slice(0, longestQuoted), end } : undefined
}
