import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import classes from './Navigation.module.css';
import { accountNavigation, operatorNavigation } from './navigation-items.ts';
import { RequestCount } from './requests/RequestCount.tsx';

export function Navigation(props: {
  account: string | null;
  isOperator: boolean;
  mayAnswer: boolean;
  onNavigate?: () => void;
}) {
  const { account, onNavigate } = props;
  return (
    <nav aria-label={strings.navigation.label}>
      {account === null
        ? null
        : accountNavigation.map(({ heading, items }) => (
            <Fragment key={heading ?? 'first'}>
              {heading === null ? null : <p className={classes.heading}>{heading}</p>}
              <ul className={classes.list}>
                {items.map((item) => (
                  <li key={item.to}>
                    <Link
                      className={classes.link}
                      to={item.to}
                      params={{ account }}
                      activeOptions={{ exact: 'exact' in item }}
                      onClick={onNavigate}
                    >
                      <Icon name={item.icon} />
                      {item.label}
                      {'hasRequests' in item && props.mayAnswer ? <RequestCount account={account} /> : null}
                    </Link>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
      {props.isOperator ? (
        <>
          <p className={classes.heading}>{strings.navigation.operator}</p>
          <ul className={classes.list}>
            {operatorNavigation.map(({ to, label, icon }) => (
              <li key={to}>
                <Link className={classes.link} to={to} onClick={onNavigate}>
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </nav>
  );
}
