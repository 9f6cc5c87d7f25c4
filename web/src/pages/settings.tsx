import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ConnectClients } from '../parts/home/connect-clients.tsx'
import { ConnectToServer } from '../parts/home/connect-to-server.tsx'
import { VerifyHome } from '../parts/home/verify-home.tsx'
import { ThemeToggle } from '../parts/theme-toggle.tsx'
import { homeQuery, useFrameProject, useIsMember } from '../state/home.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Section } from '../ui/section.tsx'

/** What is set for this machine and all projects. */
export function SettingsPage() {
  const project = useFrameProject()
  const { data } = useQuery(homeQuery)
  const isMember = useIsMember()
  return (
    <div className="page">
      <PageHead
        title="Settings"
        lead={isMember ? 'For all projects of this server.' : 'For this machine and all projects.'}
      />
      <Section title="Connect agents">
        {isMember ? (
          <ConnectToServer />
        ) : (
          <>
            <p className="muted">
              A connected chat reads and writes records and asks the diary. Run the command in a terminal, then restart
              the client.
            </p>
            <ConnectClients />
          </>
        )}
      </Section>
      {!isMember && (
        <Section title="Sources">
          <p>
            <Link to="/diary/sources" className="text-link">
              Folders of transcripts, what agents delete next, and prices
            </Link>
          </p>
        </Section>
      )}
      <Section title="Models & keys">
        <p className="muted">Daybook needs no model. Agents of a room and rewritten reports can use one.</p>
        <p>
          <Link to="/p/$project/room/providers" params={{ project }} className="text-link">
            Providers and keys
          </Link>
          {' · '}
          <Link to="/p/$project/room/agents" params={{ project }} className="text-link">
            The model of each agent
          </Link>
        </p>
      </Section>
      <Section title="Appearance">
        <ThemeToggle isNamed />
      </Section>
      <Section title="Data" className="stack gap-6">
        {data && (
          <p className="muted">
            Everything is kept on this machine. Days are those of {data.timezone}. Back it up with{' '}
            <code>daybook backup</code>.
          </p>
        )}
        <p>
          <Link to="/projects" className="text-link">
            All projects and the trash
          </Link>
        </p>
      </Section>
      {!isMember && (
        <Section title="Verification">
          <VerifyHome />
        </Section>
      )}
    </div>
  )
}
