// All global styles in one place, so that their order does not depend on which page loads first.
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
