import { CloudOff, KeyRound } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useProject } from '../state/addresses.ts'
import { useFeedStatus } from '../state/feed.ts'
import { watchSignedOut, whySignedOut } from '../state/signed-out.ts'
import { Button } from '../ui/button.tsx'
import { late } from '../ui/late.tsx'

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

const ProjectBanners = late(
  async () => (await import('./project-banners.tsx')).ProjectBanners,
  () => true,
)

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
