SwaggerUIBundle({ url: "openapi.json", dom_id: "#swagger-ui", deepLinking: true });
