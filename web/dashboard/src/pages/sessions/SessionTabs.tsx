import { Link } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { strings } from '../../strings/index.ts';
import classes from './Sessions.module.css';

/** Tabs for live and past sessions. Each is a separate page. */
export function SessionTabs() {
  const params = { account: useAccountId() };
  return (
    <nav className={classes.tabs} aria-label={strings.sessions.tabs}>
      <Link className={classes.tab} to="/$account/sessions" params={params} activeOptions={{ exact: true }}>
        {strings.sessions.live}
      </Link>
      <Link className={classes.tab} to="/$account/sessions/past" params={params}>
        {strings.sessions.past}
      </Link>
      <Link className={classes.tab} to="/$account/sessions/replays" params={params}>
        {strings.replays.tab}
      </Link>
    </nav>
  );
}
