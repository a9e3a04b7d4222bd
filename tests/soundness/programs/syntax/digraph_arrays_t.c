extern void reach_error(void);
int main(void) <% int a<:3:> = <%1, 2, 3%>; if (!(a<:1:> == 2)) reach_error(); return 0; %>
