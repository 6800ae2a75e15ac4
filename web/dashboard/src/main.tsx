import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import 'virtual:theme.css';
import './app/app.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { keepFocus } from './app/keep-focus.ts';

keepFocus();
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
