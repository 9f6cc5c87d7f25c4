import { useMutation } from '@tanstack/react-query'
import { CloudOff, KeyRound, Lock, RefreshCw } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { formatCount } from '../../../src/kernel/numbers.ts'
import { useProject } from '../state/addresses.ts'
import { announce } from '../state/announce.ts'
import { catchUp, useBehind } from '../state/behind.ts'
import { useFeedStatus } from '../state/feed.ts'
import { useRole } from '../state/role.ts'
import { watchSignedOut, whySignedOut } from '../state/signed-out.ts'
import { Button } from '../ui/button.tsx'

/** The state of the page itself: offline, signed out; in a project also behind, read-only. */
export function Banners() {
  const feed = useFeedStatus()
  const signedOut = useSyncExternalStore(watchSignedOut, whySignedOut)
  const project = useProject()
  return (
    <div className="banners">
      {signedOut !== undefined && <SignedOut reason={signedOut} />}
      {feed === 'lost' && signedOut === undefined && (
        <div className="banner alert" role="status">
          <CloudOff aria-hidden="true" />
          <span>
            <strong>Offline.</strong> Daybook does not answer; what you see may be old. Drafts are kept in this browser.
          </span>
        </div>
      )}
      {project && <ProjectBanners project={project} />}
    </div>
  )
}

function SignedOut({ reason }: { reason: string }) {
  return (
    <div className="banner alert" role="status">
      <KeyRound aria-hidden="true" />
      <span>
        <strong>Signed out.</strong>{' '}
        {reason === 'token_expired'
          ? 'Your token has expired. Ask the owner of the server to renew it, then sign in again.'
          : 'This server needs a valid token. Yours may have been revoked: ask its owner for another.'}{' '}
        Drafts are kept in this browser.
      </span>
      {/* A reload shows the form for the token, and returns here. */}
      <Button small onClick={() => location.reload()}>
        Sign in
      </Button>
    </div>
  )
}

function ProjectBanners({ project }: { project: string }) {
  const behind = useBehind(project)
  const role = useRole(project)
  const sync = useMutation({
    mutationFn: () => catchUp(project),
    onSuccess: records =>
      announce(
        records.length > 0 ? `Synced: ${formatCount(records.length, 'record')} changed, ${list(records)}` : 'Synced',
      ),
    onError: () => announce('The sync failed; try again', 'alert'),
  })
  return (
    <>
      {role === 'reader' && (
        <div className="banner" role="status">
          <Lock aria-hidden="true" />
          <span>
            <strong>Read-only.</strong> Your role in this project is reader.
          </span>
        </div>
      )}
      {behind > 0 && (
        <div className="banner behind" role="status">
          <RefreshCw aria-hidden="true" />
          <span>
            <strong>{formatCount(behind, 'write')}</strong> since you loaded
          </span>
          <Button small disabled={sync.isPending} onClick={() => sync.mutate()}>
            Sync
          </Button>
        </div>
      )}
    </>
  )
}

function list(ids: string[]): string {
  return ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ')
}
