import { Link, type LinkProps } from '@tanstack/react-router';
import { Icon } from '../../icons/Icon.tsx';
import classes from './page.module.css';

export function BackLink({
  label,
  ...link
}: Pick<LinkProps, 'to' | 'params' | 'search'> & { label: string }) {
  return (
    <Link className={classes.back} {...link}>
      <Icon name="left" size={14} />
      {label}
    </Link>
  );
}
