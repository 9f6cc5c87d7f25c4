import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { Output } from '../../operations.ts'
import { clientsQuery } from '../../state/home.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Ago } from '../ago.tsx'
import { CopyButton } from '../context/copy-button.tsx'

type Client = Output<'home_clients'>['clients'][number]

const words: { [state in Client['state']]: string } = {
  connected: 'Connected',
  added: 'Added; waiting for its first call. Restart it if it was open.',
  broken: 'Names Daybook, but cannot start it',
  found: 'Found on this machine, without Daybook',
  'not found': 'Not found on this machine',
}

const lookEveryMs = 2000

/** Each chat client with the command that adds Daybook to it; it turns green with its first call. */
export function ConnectClients() {
  const clients = useQuery({ ...clientsQuery, refetchInterval: lookEveryMs })
  return (
    <Loaded query={clients} label="the chat clients" lines={5}>
      {({ clients, others }) => {
        const here = clients.filter(({ state }) => state !== 'not found')
        const absent = clients.filter(({ state }) => state === 'not found')
        return (
          <>
            <ul className="rows client-rows" aria-live="polite">
              {here.map(client => (
                <ClientRow key={client.client} client={client} />
              ))}
              {others.map(({ name, last_call }) => (
                <li key={name} className="row wrap gap-12 py-10">
                  <CircleCheck aria-hidden="true" className="tone-good" />
                  <span className="row-text stack grow min-w-0 gap-2">
                    <strong>{name}</strong>
                    <span className="muted">
                      Connected, last call <Ago time={last_call} />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
            {absent.length > 0 && (
              <details className="mt-12" open={here.length + others.length === 0}>
                <summary className="muted pointer">
                  Not found on this machine: {absent.map(({ title }) => title).join(', ')}
                </summary>
                <ul className="rows client-rows">
                  {absent.map(client => (
                    <ClientRow key={client.client} client={client} />
                  ))}
                </ul>
              </details>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function ClientRow({ client: { title, command, state, problem, last_call } }: { client: Client }) {
  const isConnected = state === 'connected'
  const Icon = isConnected ? CircleCheck : state === 'broken' ? CircleAlert : CircleDashed
  return (
    <li className="row wrap gap-12 py-10" data-state={state}>
      <Icon aria-hidden="true" className={isConnected ? 'tone-good' : state === 'broken' ? 'tone-bad' : 'muted'} />
      <span className="row-text stack grow min-w-0 gap-2">
        <strong>{title}</strong>
        <span className="muted">
          {state !== 'not found' && words[state]}
          {isConnected && last_call && (
            <>
              , last call <Ago time={last_call} />
            </>
          )}
          {problem && `: ${problem}`}
        </span>
        {!isConnected && <code className="break-anywhere">{command}</code>}
      </span>
      {!isConnected && <CopyButton small text={command} label="Copy command" what={`The command for ${title}`} />}
    </li>
  )
}
