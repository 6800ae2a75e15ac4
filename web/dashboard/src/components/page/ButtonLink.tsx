import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & ButtonProps;

const AnchorButton = forwardRef<HTMLAnchorElement, Props>((props, ref) => (
  <Button component="a" ref={ref} {...props} />
));
AnchorButton.displayName = 'ButtonLink';

/** A link inside the dashboard that looks like a button. */
export const ButtonLink = createLink(AnchorButton);
