import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & Omit<AnchorProps, 'href'>;

const StyledAnchor = forwardRef<HTMLAnchorElement, Props>((props, ref) => <Anchor ref={ref} {...props} />);
StyledAnchor.displayName = 'TextLink';

/** A text link inside the dashboard. */
export const TextLink = createLink(StyledAnchor);
