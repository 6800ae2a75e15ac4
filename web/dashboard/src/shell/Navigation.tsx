import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { strings } from '../strings/index.ts';
import classes from './Navigation.module.css';
import { accountPlaces, operatorPlaces } from './places.ts';

export function Navigation(props: { account: string | null; isOperator: boolean; onGo?: () => void }) {
  const { account, onGo } = props;
  return (
    <nav aria-label={strings.navigation.label}>
      {account === null
        ? null
        : accountPlaces.map(({ heading, places }) => (
            <Fragment key={heading ?? 'first'}>
              {heading === null ? null : <p className={classes.heading}>{heading}</p>}
              <ul className={classes.list}>
                {places.map((place) => (
                  <li key={place.to}>
                    <Link
                      className={classes.link}
                      to={place.to}
                      params={{ account }}
                      activeOptions={{ exact: 'exact' in place }}
                      onClick={onGo}
                    >
                      <Icon name={place.icon} />
                      {place.label}
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
            {operatorPlaces.map(({ to, label, icon }) => (
              <li key={to}>
                <Link className={classes.link} to={to} onClick={onGo}>
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
