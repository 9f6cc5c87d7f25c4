import { formatInstant } from '../../kernel/instants.ts'
import {
  addToken,
  createPrincipal,
  findPrincipal,
  listMembers,
  listTokens,
  renewToken,
  revokeToken,
  setMembership,
  type TokenSummary,
} from '../../projects/tokens.ts'
import type { Group } from './command-line.ts'
import { usageFault } from './failure.ts'
import { ownerVerb } from './parts.ts'
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
        'role <role=reader|writer|admin>': 'act with this role at most',
      },
      async ask(
        { app: { db, clock } },
        _,
        { principal, label = '', name, expires, project: projects = [], role = null },
      ) {
        const end = expiryOf(expires, clock())
        return db.write(async tx => {
          const known = await findPrincipal(tx, principal)
          if (known === undefined) await createPrincipal(tx, { id: principal, ...(name && { name }) })
          return addToken(tx, { principal, label, now: formatInstant(clock()), expires: end, projects, role })
        })
      },
      line: ({ secret }) => secret,
      notes: ({ token }) => [
        `This is the only time the token is shown. It acts for ${token.principal}; its id is ${token.id}.`,
        `It ${endOf(token)} and opens ${limitsOf(token)}.`,
        `Give it a role: daybook member set ${token.principal} <project> reader|writer|admin`,
      ],
    }),
    list: ownerVerb(undefined, {
      summary: 'the tokens there are; never their secrets',
      async ask({ app: { db, clock } }) {
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
        const end = expiryOf(expires, clock())
        return db.write(tx => renewToken(tx, token, end))
      },
      line: ({ id }) => id,
      notes: renewed => `It ${endOf(renewed)}. The token itself stays the same.`,
    }),
    revoke: ownerVerb(undefined, {
      summary: 'end a token, by its id or by itself',
      own: { '<token>': 'its id, or the token' },
      ask: ({ app: { db } }, _, { token }) => db.write(tx => revokeToken(tx, token)),
      line: ({ id }) => id,
      notes: ({ principal }) => `Revoked: ${principal} cannot use it any more.`,
    }),
  },
}

export const memberVerbs: Group = {
  summary: 'roles of principals in projects',
  commands: {
    set: ownerVerb(undefined, {
      summary: 'reader, writer, admin or none',
      own: {
        '<principal>': 'whose role it is',
        '<project>': 'project id or name',
        '<role=reader|writer|admin|none>': 'none takes it away',
      },
      ask: ({ app: { db } }, _, member) => db.write(tx => setMembership(tx, member)),
      show: ({ principal, project_id, role }, page) => page.table([[principal, project_id, role]]),
    }),
    list: ownerVerb(undefined, {
      summary: 'who has which role where',
      ask: async ({ app: { db } }) => ({ members: await db.read(listMembers) }),
      show: ({ members }, page) => page.list(members, ['principal', 'project_id', 'role', 'name']),
    }),
  },
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
