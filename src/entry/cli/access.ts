import { formatInstant } from '../../kernel/instants.ts'
import { type Role, roles } from '../../kernel/operation.ts'
import type { TokenSummary } from '../../projects/tokens.ts'
import type { Group } from './command-line.ts'
import { usageFault } from './failure.ts'
import { ownerVerb } from './records/part.ts'
import { when } from './terminal.ts'

const expiry = { 'expires <time>': 'when it ends, from now on: 90d (default), 12h, 4w or never' }

export const tokenVerbs: Group = {
  summary: 'tokens for callers of `daybook serve`',
  commands: {
    add: ownerVerb(undefined, {
      summary: 'make a token for somebody; it is shown once',
      own: {
        '<principal>': 'who it is for',
        'label <text>': 'what the token is for',
        'name <text>': 'the full name of a new principal',
        ...expiry,
        'project <project...>': 'open this project only; may be given several times',
        'role <role>': 'act with this role at most: reader, writer or admin',
      },
      async ask(
        { app: { db, clock } },
        _,
        { principal, label = '', name, expires, project: projects = [], role: wanted },
      ) {
        const { addToken, createPrincipal, findPrincipal } = await import('../../projects/tokens.ts')
        const role = wanted === undefined ? null : roleNamed(wanted)
        const end = expiryOf(expires, clock())
        return db.write(async tx => {
          const known = await findPrincipal(tx, principal)
          if (known === undefined) await createPrincipal(tx, { id: principal, ...(name && { name }) })
          return addToken(tx, { principal, label, now: formatInstant(clock()), expires: end, projects, role })
        })
      },
      show: ({ secret, token }, page) =>
        page.outcome(
          secret,
          `This is the only time the token is shown. It acts for ${token.principal}; its id is ${token.id}.`,
          `It ${endOf(token)} and opens ${limitsOf(token)}.`,
          `Give it a role: daybook member set ${token.principal} <project> reader|writer|admin`,
        ),
    }),
    list: ownerVerb(undefined, {
      summary: 'the tokens there are; never their secrets',
      async ask({ app: { db, clock } }) {
        const { listTokens } = await import('../../projects/tokens.ts')
        return { tokens: await db.read(listTokens), now: formatInstant(clock()) }
      },
      json: ({ tokens }) => ({ tokens }),
      show({ tokens, now }, page) {
        const made = ({ created }: TokenSummary) => when(created)
        const end = (token: TokenSummary) =>
          token.expires !== null && token.expires <= now ? `expired ${when(token.expires)}` : endOf(token)
        const empty = 'There are no tokens. Make one: daybook token add <principal>'
        page.list(tokens, ['id', 'principal', made, end, limitsOf, 'label'], { empty })
      },
    }),
    renew: ownerVerb(undefined, {
      summary: 'give a token another end, by its id or by itself; its secret stays',
      own: { '<token>': 'its id, or the token', ...expiry },
      async ask({ app: { db, clock } }, _, { token, expires }) {
        const { renewToken } = await import('../../projects/tokens.ts')
        const end = expiryOf(expires, clock())
        return db.write(tx => renewToken(tx, token, end))
      },
      show: (renewed, page) => page.outcome(renewed.id, `It ${endOf(renewed)}. The token itself stays the same.`),
    }),
    revoke: ownerVerb(undefined, {
      summary: 'end a token, by its id or by itself',
      own: { '<token>': 'its id, or the token' },
      async ask({ app: { db } }, _, { token }) {
        const { revokeToken } = await import('../../projects/tokens.ts')
        return db.write(tx => revokeToken(tx, token))
      },
      show: ({ id, principal }, page) => page.outcome(id, `Revoked: ${principal} cannot use it any more.`),
    }),
  },
}

export const memberVerbs: Group = {
  summary: 'roles of principals in projects',
  commands: {
    set: ownerVerb(undefined, {
      summary: 'reader, writer, admin or none',
      own: { '<principal>': 'whose role it is', '<project>': 'project id or name', '<role>': 'none takes it away' },
      async ask({ app: { db } }, _, { principal, project, role: wanted }) {
        const { setMembership } = await import('../../projects/tokens.ts')
        const role = wanted === 'none' ? wanted : roleNamed(wanted, '; none takes it away')
        return db.write(tx => setMembership(tx, { principal, project, role }))
      },
      show: ({ principal, project_id, role }, page) => page.table([[principal, project_id, role]]),
    }),
    list: ownerVerb(undefined, {
      summary: 'who has which role where',
      async ask({ app: { db } }) {
        const tokens = await import('../../projects/tokens.ts')
        return { members: await db.read(tokens.listMembers) }
      },
      show: ({ members }, page) => page.list(members, ['principal', 'project_id', 'role', 'name']),
    }),
  },
}

function roleNamed(wanted: string, more = ''): Role {
  const role = roles.find(each => each === wanted)
  if (!role) throw usageFault('No such role.', `The roles are ${roles.join(', ')}${more}.`)
  return role
}

const units: { [unit: string]: number } = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }
const longestMs = 3650 * 86_400_000

/** 90 days unless said otherwise: enough for a quarter's work, short enough that a lost token does not stay open for years. */
function expiryOf(given = '90d', now: number): string | null {
  if (given === 'never') return null
  const [, count = '', unit = ''] = /^(\d{1,6})([hdw])$/.exec(given) ?? []
  const ms = Number(count) * (units[unit] ?? 0)
  if (ms > 0 && ms <= longestMs) return formatInstant(now + ms)
  throw usageFault('A token cannot last that long.', 'Give hours, days or weeks such as 12h, 90d or 4w, or never.')
}

function endOf({ expires }: TokenSummary): string {
  return expires === null ? 'never expires' : `expires ${when(expires)}`
}

function limitsOf({ projects, role }: TokenSummary): string {
  return [projects?.join(', ') ?? 'all projects', ...(role ? [`as ${role} at most`] : [])].join(' ')
}
